package main

import (
	"bufio"
	"crypto/tls"
	"net/http"
	"net/url"
	"strconv"
)

// connection sends requests over one connection of HTTP/1.1 and reads the answers where they are asked for. A client of net/http has two
// goroutines for each connection, which hand every request and every answer over: on few processors that costs as much as a server needs.
type connection struct {
	conn   *tls.Conn
	reader *bufio.Reader
	// Of every request: what follows the path.
	head    string
	request []byte
}

func dial(config *tls.Config, options options) (*connection, error) {
	server, err := url.Parse(options.server)
	if err != nil {
		return nil, err
	}
	conn, err := tls.Dial("tcp", server.Host, config)
	if err != nil {
		return nil, err
	}
	head := " HTTP/1.1\r\nHost: " + server.Host +
		"\r\nAuthorization: Bearer " + options.token +
		"\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
	return &connection{conn: conn, reader: bufio.NewReaderSize(conn, 65_536), head: head}, nil
}

// open sends a request. The answer before has to be read to its end.
func (c *connection) open(method, path, body string) (*http.Response, error) {
	request := append(c.request[:0], method...)
	request = append(request, ' ')
	request = append(request, path...)
	request = append(request, c.head...)
	request = strconv.AppendInt(request, int64(len(body)), 10)
	request = append(request, "\r\n\r\n"...)
	c.request = append(request, body...)
	if _, err := c.conn.Write(c.request); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, err
	}
	return succeeded(response, method, path)
}
