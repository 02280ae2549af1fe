package main

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	protobufType = "application/vnd.kubernetes.protobuf"
	jsonType     = "application/json"
	group        = "bench.setpoint.dev"
	plural       = "podcopies"
)

// encoding is how objects of a kind are put into answers.
type encoding struct {
	contentType string
	body        func(record) body
	// listHead comes before the objects of a list, which take so many bytes in all.
	listHead func(bytes int) []byte
	// itemHead comes before an object in a list.
	itemHead func(index, bytes int) []byte
	listTail []byte
	// eventHead comes before an object in a watch.
	eventHead func(event string, bytes int) []byte
	// skip is how much of the object's beginning is in the head already.
	skip      int
	eventTail []byte
	bookmark  []byte
}

var initialEventsEnd = fmt.Sprintf(`{"resourceVersion":"%d","creationTimestamp":null,"annotations":{"k8s.io/initial-events-end":"true"}}`, listVersion)

// jsonEncoding gives objects their kind in a watch, and in a list if they are custom resources, as a real server does.
func jsonEncoding(apiVersion, kind string, isCustom bool) encoding {
	typed := fmt.Sprintf(`{"kind":%q,"apiVersion":%q,`, kind, apiVersion)
	listed := "{"
	bodyOf := func(r record) body { return r.json }
	if isCustom {
		typed = fmt.Sprintf(`{"apiVersion":%q,"kind":%q,`, apiVersion, kind)
		listed, bodyOf = typed, func(r record) body { return r.custom }
	}
	return encoding{
		contentType: jsonType,
		body:        bodyOf,
		listHead: func(int) []byte {
			return fmt.Appendf(nil, `{"kind":"%sList","apiVersion":%q,"metadata":{"resourceVersion":"%d"},"items":[`, kind, apiVersion, listVersion)
		},
		itemHead: func(index, _ int) []byte {
			if index == 0 {
				return []byte(listed)
			}
			return []byte("," + listed)
		},
		listTail: []byte("]}\n"),
		eventHead: func(event string, _ int) []byte {
			return []byte(`{"type":"` + event + `","object":` + typed)
		},
		skip:      1,
		eventTail: []byte("}\n"),
		bookmark:  []byte(`{"type":"BOOKMARK","object":` + typed + `"metadata":` + initialEventsEnd + "}}\n"),
	}
}

// Fields of protobuf messages, all of them with bytes in them.
const (
	field1 = 1<<3 | 2
	field2 = 2<<3 | 2
)

// Content encoding and content type of the envelope, both empty.
var envelopeTail = []byte{3<<3 | 2, 0, 4<<3 | 2, 0}

// protobufEncoding is that of pods.
func protobufEncoding() encoding {
	return encoding{
		contentType: protobufType,
		body:        func(r record) body { return r.protobuf },
		listHead: func(bytes int) []byte {
			version := appendField(nil, 2<<3|2, fmt.Append(nil, listVersion))
			meta := appendField(nil, field1, version)
			return append(envelopeHead("PodList", len(meta)+bytes), meta...)
		},
		itemHead:  func(_, bytes int) []byte { return appendHead(nil, field2, bytes) },
		listTail:  envelopeTail,
		eventHead: protobufEventHead,
		eventTail: envelopeTail,
		bookmark:  protobufBookmark(),
	}
}

// protobufEventHead begins a frame: its length, the event, and the envelope of the object.
func protobufEventHead(event string, bytes int) []byte {
	envelope := envelopeHead("Pod", bytes)
	enveloped := len(envelope) + bytes + len(envelopeTail)
	raw := appendHead(nil, field1, enveloped)
	message := appendField(nil, field1, []byte(event))
	message = appendHead(message, field2, len(raw)+enveloped)
	frame := binary.BigEndian.AppendUint32(nil, uint32(len(message)+len(raw)+enveloped))
	return append(append(append(frame, message...), raw...), envelope...)
}

func envelopeHead(kind string, bytes int) []byte {
	types := appendField(appendField(nil, field1, []byte("v1")), field2, []byte(kind))
	return appendHead(appendField([]byte("k8s\x00"), field1, types), field2, bytes)
}

func appendField(to []byte, tag byte, value []byte) []byte {
	return append(appendHead(to, tag, len(value)), value...)
}

func appendHead(to []byte, tag byte, length int) []byte {
	return binary.AppendUvarint(append(to, tag), uint64(length))
}

func protobufBookmark() []byte {
	end := corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: strconv.Itoa(listVersion),
		Annotations:     map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}}
	encoded, err := end.Marshal()
	if err != nil {
		panic(err)
	}
	return append(append(protobufEventHead("BOOKMARK", len(encoded)), encoded...), envelopeTail...)
}

// negotiated is the encoding of pods that a client accepts.
func negotiated(accept string) encoding {
	if strings.Contains(accept, protobufType) {
		return protobufEncoding()
	}
	return jsonEncoding("v1", "Pod", false)
}
