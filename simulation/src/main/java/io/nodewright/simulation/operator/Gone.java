package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import java.util.Optional;

/// Deletions for which an object that is not there is no failure.
final class Gone {

  private static final int NOT_FOUND = 404;

  private Gone() {}

  static <T extends HasMetadata> Optional<T> orDeleted(
      ApiClient client, Kind<T> kind, String name, Deletion deletion) {
    try {
      return client.delete(kind, name, deletion);
    } catch (ApiFailure e) {
      if (e.code() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
