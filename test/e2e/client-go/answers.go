package main

import (
	"net/http"
	"sync"

	"k8s.io/client-go/rest"
)

// answers are the protocols and content types of what the server answered, as "HTTP/2.0 application/json".
type answers struct {
	lock sync.Mutex
	seen map[string]bool
}

func watchAnswers(config *rest.Config) *answers {
	watched := &answers{seen: map[string]bool{}}
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(request *http.Request) (*http.Response, error) {
			response, err := next.RoundTrip(request)
			if err == nil {
				watched.add(response.Proto + " " + response.Header.Get("Content-Type"))
			}
			return response, err
		})
	})
	return watched
}

func (a *answers) add(answer string) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.seen[answer] = true
}

func (a *answers) all() map[string]bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	return a.seen
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) {
	return f(request)
}
