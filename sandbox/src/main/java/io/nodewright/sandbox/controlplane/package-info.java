/// Runs a real etcd, kube-apiserver and kube-controller-manager on free ports of 127.0.0.1. It
/// makes their certificates, keeps their logs and tells when each is ready. Each can be stopped and
/// started alone, which is how a test takes the API server away.
@NullMarked
package io.nodewright.sandbox.controlplane;

import org.jspecify.annotations.NullMarked;
