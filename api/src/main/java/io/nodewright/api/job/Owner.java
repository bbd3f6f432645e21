package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import java.util.Optional;

/// The NodeWright that owns what we create (03 §5).
///
/// @param name its name
/// @param uid its UID
public record Owner(String name, String uid) {

  private static final String KIND = "NodeWright";

  /// The reference that an object of ours carries.
  public OwnerReference reference() {
    return new OwnerReferenceBuilder()
        .withApiVersion(Keys.GROUP_VERSION)
        .withKind(KIND)
        .withName(name)
        .withUid(uid)
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  /// Whose an object is, seen from this owner.
  public Claim claimOn(HasMetadata object) {
    Optional<OwnerReference> controller =
        Absent.list(object.getMetadata().getOwnerReferences()).stream()
            .filter(each -> Absent.flag(each.getController(), false))
            .findFirst();
    if (controller.isEmpty()) {
      return Claim.NOBODYS;
    }
    OwnerReference other = controller.get();
    if (uid.equals(other.getUid())) {
      return Claim.OURS;
    }
    return KIND.equals(other.getKind()) && name.equals(other.getName())
        ? Claim.OUR_PREDECESSORS
        : Claim.FOREIGN;
  }

  /// Whose an object under a name of ours is (03 §11.1).
  public enum Claim {
    /// This NodeWright's.
    OURS,
    /// A deleted NodeWright's of the same name: it goes by and by.
    OUR_PREDECESSORS,
    /// It has no controller.
    NOBODYS,
    /// Somebody else's.
    FOREIGN
  }
}
