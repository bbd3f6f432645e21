package io.nodewright.sandbox;

/// Deployments of the sandbox's workload.
public final class Deployments {

  private Deployments() {}

  /// One in the namespace `default`, whose Pods have its name as their label `app`.
  ///
  /// @param readyAfter until a Pod is ready, in seconds
  /// @param endsAfter what a Pod takes to end once it is asked to, in seconds
  /// @param grace the Pods' grace period in seconds
  public static String yaml(
      String name, int replicas, String readyAfter, String endsAfter, int grace) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s, namespace: default}
        spec:
          replicas: %d
          selector: {matchLabels: {app: %s}}
          template:
            metadata:
              labels: {app: %s}
              annotations:
                sandbox.nodewright.local/ready-after: "%s"
                sandbox.nodewright.local/ends-after: "%s"
            spec:
              terminationGracePeriodSeconds: %d
              automountServiceAccountToken: false
              containers: [{name: main, image: "nodewright.local/workload:1"}]
        """
        .formatted(name, replicas, name, name, readyAfter, endsAfter, grace);
  }
}
