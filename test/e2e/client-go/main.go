// Command client-go follows config maps with a typed informer and a custom resource with a dynamic one, both as they are by default, and says
// what it saw: a line "synced" when both know what there is, and one JSON object when both have seen an object called "last".
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

var widgets = schema.GroupVersionResource{Group: "client-go.setpoint.dev", Version: "v1", Resource: "widgets"}

type report struct {
	Typed   *seen           `json:"typed"`
	Dynamic *seen           `json:"dynamic"`
	Answers map[string]bool `json:"answers"`
}

func run(kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	answers := watchAnswers(config)
	typedClient, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	dynamicClient, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	typed, err := follow(informers.NewSharedInformerFactory(typedClient, 0).Core().V1().ConfigMaps().Informer(), stop)
	if err != nil {
		return err
	}
	custom, err := follow(dynamicinformer.NewDynamicSharedInformerFactory(dynamicClient, 0).ForResource(widgets).Informer(), stop)
	if err != nil {
		return err
	}
	if !cache.WaitForCacheSync(stop, typed.registration.HasSynced, custom.registration.HasSynced) {
		return fmt.Errorf("follow: the informers did not sync")
	}
	fmt.Println("synced")
	<-typed.last
	<-custom.last
	return json.NewEncoder(os.Stdout).Encode(report{Typed: typed.result(), Dynamic: custom.result(), Answers: answers.all()})
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the file that says where the server is")
	flag.Parse()
	if err := run(*kubeconfig); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
