package main

import (
	"net/http"
	"strconv"
	"sync"
)

// A real server writes in pieces as well.
const pieceBytes = 64 << 10

// collection is a list of objects and those who watch it. Each watcher has a time of its own: what is replayed to it is told to nobody else.
type collection struct {
	records []record
	// newcomers are objects that are not in the list.
	newcomers []record
	mutex     sync.Mutex
	joined    *sync.Cond
	watchers  map[chan int]struct{}
}

func newCollection(records, newcomers []record) *collection {
	c := &collection{records: records, newcomers: newcomers, watchers: map[chan int]struct{}{}}
	c.joined = sync.NewCond(&c.mutex)
	return c
}

// serve answers lists and watches in the encoding that the request asks for.
func (c *collection) serve(encodingOf func(accept string) encoding) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		format, query := encodingOf(request.Header.Get("Accept")), request.URL.Query()
		if isTrue(query.Get("watch")) {
			c.serveWatch(&pieces{writer: writer}, request, format)
		} else {
			c.serveList(&pieces{writer: writer}, format)
		}
	}
}

func isTrue(value string) bool {
	parsed, err := strconv.ParseBool(value)
	return err == nil && parsed
}

func (c *collection) serveList(out *pieces, format encoding) {
	out.writer.Header().Set("Content-Type", format.contentType)
	total := 0
	for i, record := range c.records {
		bytes := len(format.body(record).bytes)
		total += len(format.itemHead(i, bytes)) + bytes - format.skip
	}
	out.add(format.listHead(total))
	for i, record := range c.records {
		object := format.body(record).bytes
		out.add(format.itemHead(i, len(object)))
		out.add(object[format.skip:])
	}
	out.add(format.listTail)
	out.flush()
}

// serveWatch sends the initial objects if they are wanted, and then what is replayed, until the client leaves.
func (c *collection) serveWatch(out *pieces, request *http.Request, format encoding) {
	out.writer.Header().Set("Content-Type", format.contentType+";stream=watch")
	replays := make(chan int, 1)
	c.join(replays)
	defer c.leave(replays)
	if isTrue(request.URL.Query().Get("sendInitialEvents")) {
		for _, record := range c.records {
			out.addEvent(format, "ADDED", format.body(record), 0)
		}
		out.add(format.bookmark)
	}
	out.flush()
	version := listVersion
	for _, newcomer := range c.newcomers {
		select {
		case <-request.Context().Done():
			return
		case times := <-replays:
			for range times {
				version = c.replaceAll(out, format, version)
			}
			version++
			out.addEvent(format, "ADDED", format.body(newcomer), version)
			out.flush()
		}
	}
	<-request.Context().Done()
}

func (c *collection) replaceAll(out *pieces, format encoding, version int) int {
	for _, record := range c.records {
		version++
		out.addEvent(format, "MODIFIED", format.body(record), version)
	}
	return version
}

// replay lets all who watch hear of a replacement of each object, so many times, and then of one new object, which tells them
// that it is over. It waits for the first who watches: a client may know the list before its watch is open.
func (c *collection) replay(writer http.ResponseWriter, request *http.Request) {
	times, err := strconv.Atoi(request.URL.Query().Get("times"))
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.watchers) == 0 {
		c.joined.Wait()
	}
	for watcher := range c.watchers {
		watcher <- times
	}
	_, _ = writer.Write([]byte(strconv.Itoa(len(c.watchers))))
}

func (c *collection) join(watcher chan int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.watchers[watcher] = struct{}{}
	c.joined.Broadcast()
}

func (c *collection) leave(watcher chan int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.watchers, watcher)
}

// pieces writes what it is given in pieces of one size. Once the client has left it writes nothing.
type pieces struct {
	writer  http.ResponseWriter
	waiting []byte
	hasLeft bool
}

func (p *pieces) add(bytes []byte) {
	p.waiting = append(p.waiting, bytes...)
	if len(p.waiting) >= pieceBytes {
		p.write()
	}
}

// addEvent adds the object with this version, or as it is if there is none.
func (p *pieces) addEvent(format encoding, event string, object body, version int) {
	if p.hasLeft {
		return
	}
	p.waiting = append(p.waiting, format.eventHead(event, len(object.bytes))...)
	start := len(p.waiting) - format.skip
	p.waiting = append(p.waiting, object.bytes[format.skip:]...)
	if version > 0 {
		strconv.AppendInt(p.waiting[:start+object.versionAt], int64(version), 10)
	}
	p.add(format.eventTail)
}

func (p *pieces) write() {
	if _, err := p.writer.Write(p.waiting); err != nil {
		p.hasLeft = true
	}
	p.waiting = p.waiting[:0]
}

func (p *pieces) flush() {
	p.write()
	_ = http.NewResponseController(p.writer).Flush()
}
