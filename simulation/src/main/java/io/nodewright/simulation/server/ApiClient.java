package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The API server as one of its clients uses it. Every operation is immediate.
public final class ApiClient {

  private final ApiServer server;
  private final Writes writes;
  private final String who;

  ApiClient(ApiServer server, Writes writes, String who) {
    this.server = server;
    this.writes = writes;
    this.who = who;
  }

  /// The client's name.
  public String who() {
    return who;
  }

  /// The object of that name; empty when there is none.
  public <T extends HasMetadata> Optional<T> get(Kind<T> kind, String name) {
    return server.get(kind, name);
  }

  /// All objects of a kind, by name.
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return server.list(kind);
  }

  /// Creates an object; its UID, versions and times are made here. Status is left out, but for
  /// nodes.
  ///
  /// @return the object as stored
  /// @throws ApiFailure 409 when the name is taken, 422 when it is invalid, 403 by admission
  public <T extends HasMetadata> T create(Kind<T> kind, T object) {
    return writes.create(who, kind, object);
  }

  /// Patches an object by a body as it goes over the wire.
  ///
  /// @return the object as stored
  /// @throws ApiFailure 404; 409 when a merge patch names another version; 422 when a JSON Patch
  ///   does not apply or the outcome is invalid; 403 by admission; 413 when it is too large
  /// @throws IllegalStateException when the body touches what is not modelled: a gap of the
  ///   simulation, never an answer
  public <T extends HasMetadata> T patch(
      Kind<T> kind, String name, PatchKind form, String body, Part part) {
    return writes.patch(who, kind, name, form, body, part);
  }

  /// Changes an object as a patch without preconditions does, for parts of the cluster whose bodies
  /// do not matter.
  ///
  /// @param change gets a copy whose metadata may be changed; spec and status are shared with what
  ///   is stored, so they are replaced, never changed
  /// @throws ApiFailure 404, 422, 403
  public <T extends HasMetadata> T edit(
      Kind<T> kind, String name, Part part, UnaryOperator<T> change) {
    return writes.edit(who, kind, name, part, change);
  }

  /// Replaces an object (PUT).
  ///
  /// @param object with the resource version that it was read with
  /// @throws ApiFailure 409 when the stored one has another version or UID; 404, 422, 403
  public <T extends HasMetadata> T replace(Kind<T> kind, T object, Part part) {
    return writes.replace(who, kind, object, part);
  }

  /// Deletes an object.
  ///
  /// @return the object as it is now, while finalizers or a grace period hold it; empty when it is
  ///   gone
  /// @throws ApiFailure 404; 409 when it has another UID
  public <T extends HasMetadata> Optional<T> delete(Kind<T> kind, String name, Deletion deletion) {
    return writes.delete(who, kind, name, deletion);
  }

  /// Records an event.
  public void event(String regardingKind, String regarding, String reason, String action) {
    server.events().record(regardingKind, regarding, reason, action);
  }
}
