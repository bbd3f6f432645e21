package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.nodewright.api.value.Absent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The metadata of objects.
public final class Metadata {

  private Metadata() {}

  /// A copy that may be changed, down to its maps and lists.
  public static ObjectMeta copy(ObjectMeta from) {
    ObjectMeta copy = new ObjectMeta();
    copy.setName(from.getName());
    copy.setGenerateName(from.getGenerateName());
    copy.setNamespace(from.getNamespace());
    copy.setUid(from.getUid());
    copy.setResourceVersion(from.getResourceVersion());
    copy.setGeneration(from.getGeneration());
    copy.setCreationTimestamp(from.getCreationTimestamp());
    copy.setDeletionTimestamp(from.getDeletionTimestamp());
    copy.setDeletionGracePeriodSeconds(from.getDeletionGracePeriodSeconds());
    copy.setAnnotations(copy(from.getAnnotations()));
    copy.setLabels(copy(from.getLabels()));
    copy.setFinalizers(new ArrayList<>(Absent.list(from.getFinalizers())));
    copy.setOwnerReferences(new ArrayList<>(Absent.list(from.getOwnerReferences())));
    return copy;
  }

  /// Whether the object is being deleted.
  public static boolean deleting(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /// The finalizers of the object.
  public static List<String> finalizers(HasMetadata object) {
    return Absent.list(object.getMetadata().getFinalizers());
  }

  /// Whether it is the object with that UID.
  public static boolean same(HasMetadata object, String uid) {
    return object.getMetadata().getUid().equals(uid);
  }

  static boolean same(ObjectMeta one, ObjectMeta other) {
    return Absent.map(one.getAnnotations()).equals(Absent.map(other.getAnnotations()))
        && Absent.map(one.getLabels()).equals(Absent.map(other.getLabels()))
        && Absent.list(one.getFinalizers()).equals(Absent.list(other.getFinalizers()))
        && Absent.list(one.getOwnerReferences()).equals(Absent.list(other.getOwnerReferences()))
        && Objects.equals(one.getDeletionTimestamp(), other.getDeletionTimestamp())
        && Objects.equals(
            one.getDeletionGracePeriodSeconds(), other.getDeletionGracePeriodSeconds());
  }

  private static Map<String, String> copy(
      @org.jspecify.annotations.Nullable Map<String, String> from) {
    return new LinkedHashMap<>(Absent.map(from));
  }
}
