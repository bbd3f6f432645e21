package io.nodewright.api.admission;

import io.nodewright.api.value.Absent;
import java.util.List;

/// The policy that a resource names is there (V22), and its own name fits into our keys (V28).
final class ResourceNameRules {

  /// `drainBlocked_` and this fit into the 63 characters of a key's name.
  private static final int LONGEST_NAME = 50;

  private ResourceNameRules() {}

  static List<Violation> policyExists(NodeWrightWrite write) {
    String policy = Absent.text(write.spec().deploymentPolicy());
    boolean judged =
        write.creates() || !policy.equals(Absent.text(write.specBefore().deploymentPolicy()));
    return judged && !policy.isEmpty()
        ? switch (write.around().policies().apply(policy)) {
          case PRESENT -> List.of();
          case MISSING -> refusal("deploymentPolicy \"%s\" not found", policy);
          // Accepted, it could be one that is not there.
          case UNKNOWN ->
              refusal("deploymentPolicy \"%s\" could not be looked up; try again", policy);
        }
        : List.of();
  }

  private static List<Violation> refusal(String message, String policy) {
    return List.of(new Violation("V22", "spec.deploymentPolicy", message.formatted(policy)));
  }

  static List<Violation> fitsIntoKeys(NodeWrightWrite write) {
    return write.creates() && !write.mirrored() && write.name().length() > LONGEST_NAME
        ? List.of(
            new Violation(
                "V28",
                "metadata.name",
                "metadata.name must be no more than %d characters; this one has %d"
                    .formatted(LONGEST_NAME, write.name().length())))
        : List.of();
  }
}
