package io.nodewright.sandbox.binaries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// The module that a program is built in.
class GoModuleTest {
  @Test
  void foldersOfUpstreamsTreeAreReplacedByWhatIsPublishedFromThem() {
    String upstream =
        """
        module k8s.io/kubernetes

        go 1.24.0

        godebug default=go1.24

        require (
        	github.com/spf13/cobra v1.9.1
        	k8s.io/api v0.0.0
        	k8s.io/utils v0.0.0-20250604170112-4c0f3b243397 // indirect
        )

        replace (
        	k8s.io/api => ./staging/src/k8s.io/api
        	k8s.io/unused => ./staging/src/k8s.io/unused
        )
        """;
    assertEquals(
        """
        module nodewright.local/tools

        go 1.24.0

        require k8s.io/kubernetes v1.34.4

        replace k8s.io/api => k8s.io/api v0.34.4
        """,
        GoModule.requiring(KubeProgram.ALL.get(1), upstream)
            .replace("godebug default=go1.24\n", ""));
  }

  @Test
  void modulesOfEtcdHaveItsOwnVersion() {
    String upstream =
        """
        module go.etcd.io/etcd/server/v3
        go 1.26.0
        require go.etcd.io/etcd/api/v3 v3.6.16
        replace go.etcd.io/etcd/api/v3 => ../api
        """;
    assertEquals(
        """
        module nodewright.local/tools

        go 1.26.0

        require go.etcd.io/etcd/server/v3 v3.6.16

        replace go.etcd.io/etcd/api/v3 => go.etcd.io/etcd/api/v3 v3.6.16
        """,
        GoModule.requiring(KubeProgram.ALL.getFirst(), upstream));
  }
}
