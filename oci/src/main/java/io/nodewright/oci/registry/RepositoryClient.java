package io.nodewright.oci.registry;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One repository of a registry.
final class RepositoryClient {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofMinutes(10);
  private static final int LAST_WORDS = 500;
  private static final int MOVES = 5;
  private static final Set<Integer> MOVED = Set.of(301, 302, 307, 308);

  private final Registry registry;
  private final String repository;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER) // we do, for credentials are to stay here
          .version(HttpClient.Version.HTTP_1_1)
          .build();
  private final Authorization authorization;
  private String header = "";

  RepositoryClient(Registry registry, String name, Credentials credentials) {
    this.registry = registry;
    this.repository = registry.repository(name);
    this.authorization = new Authorization(credentials, http);
  }

  /// Whether the repository has blob `digest`.
  boolean has(String digest) throws IOException {
    HttpResponse<String> response =
        send(request("blobs/" + digest).method("HEAD", BodyPublishers.noBody()));
    return response.statusCode() == 200;
  }

  /// Uploads the blob in `file`.
  void upload(String digest, Path file) throws IOException {
    upload(digest, BodyPublishers.ofFile(file));
  }

  /// Uploads a small blob.
  void upload(String digest, byte[] content) throws IOException {
    upload(digest, BodyPublishers.ofByteArray(content));
  }

  /// Stores a manifest under a tag or its digest.
  ///
  /// @return whether the registry keeps the list of what belongs to another manifest itself
  boolean putManifest(String reference, String mediaType, byte[] content) throws IOException {
    HttpResponse<String> response =
        send(
            request("manifests/" + reference)
                .header("Content-Type", mediaType)
                .PUT(BodyPublishers.ofByteArray(content)));
    expect(response, 201);
    return response.headers().firstValue("OCI-Subject").isPresent();
  }

  /// The manifest under `reference`, if there is one.
  ///
  /// @param reference a tag or a digest
  /// @param mediaTypes what is understood
  Optional<StoredManifest> manifest(String reference, List<String> mediaTypes) throws IOException {
    HttpResponse<String> response =
        send(
            request("manifests/" + reference)
                .header("Accept", String.join(", ", mediaTypes))
                .GET());
    if (response.statusCode() == 404) {
      return Optional.empty();
    }
    expect(response, 200);
    String type = response.headers().firstValue("Content-Type").orElse("");
    return Optional.of(
        new StoredManifest(
            type.replaceAll(";.*", "").strip(), response.body().getBytes(StandardCharsets.UTF_8)));
  }

  /// Writes what the repository has as blob `digest` into `file`.
  void download(String digest, Path file) throws IOException {
    HttpResponse<String> response =
        send(
            request("blobs/" + digest).GET(),
            answer ->
                answer.statusCode() == 200
                    ? BodySubscribers.mapping(BodySubscribers.ofFile(file), Path::toString)
                    : BodySubscribers.ofString(StandardCharsets.UTF_8));
    expect(response, 200);
  }

  private void upload(String digest, BodyPublisher content) throws IOException {
    HttpResponse<String> begun = send(request("blobs/uploads/").POST(BodyPublishers.noBody()));
    expect(begun, 202);
    URI location =
        begun
            .uri()
            .resolve(
                begun
                    .headers()
                    .firstValue("Location")
                    .orElseThrow(
                        () -> new IOException(begun.uri() + ": names no place to upload to")));
    String query = location.getRawQuery();
    String address = location + (query == null ? "?" : "&") + "digest=" + digest;
    expect(
        send(
            HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/octet-stream")
                .PUT(content)),
        201);
  }

  private HttpRequest.Builder request(String rest) {
    return HttpRequest.newBuilder(registry.uri(repository + "/" + rest));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    return send(request, BodyHandlers.ofString());
  }

  /// Sends a request, and once more with credentials when they are asked for.
  private HttpResponse<String> send(HttpRequest.Builder request, BodyHandler<String> body)
      throws IOException {
    try {
      HttpResponse<String> response = followed(request, body);
      if (response.statusCode() != 401) {
        return response;
      }
      Challenge challenge =
          Challenge.parse(response.headers().firstValue("WWW-Authenticate").orElse(""));
      header = authorization.answer(challenge, repository);
      HttpResponse<String> again = followed(request, body);
      if (again.statusCode() == 401 || again.statusCode() == 403) {
        throw new IOException(
            "%s/%s: refused, status %d, with %s; log in with: docker login %s"
                .formatted(
                    registry.host(),
                    repository,
                    again.statusCode(),
                    authorization.credentials(),
                    registry.host()));
      }
      return again;
    } catch (ConnectException e) { // which says nothing itself
      throw new IOException("cannot reach %s: %s".formatted(registry.host(), why(e)), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String why(ConnectException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
    }
    return "connection refused";
  }

  /// Sends a request to where the registry says that its answer is.
  private HttpResponse<String> followed(HttpRequest.Builder request, BodyHandler<String> body)
      throws IOException, InterruptedException {
    HttpRequest.Builder next = request.copy();
    for (int moves = 0; ; moves++) {
      HttpResponse<String> response = http.send(signed(next), body);
      Optional<String> location = response.headers().firstValue("Location");
      if (!MOVED.contains(response.statusCode()) || location.isEmpty() || moves == MOVES) {
        return response;
      }
      URI from = response.uri();
      URI to = from.resolve(location.get());
      if (from.getScheme().equals("https") && !"https".equals(to.getScheme())) {
        throw new IOException("%s: sends us to %s, which has no TLS".formatted(from, to));
      }
      next = next.copy().uri(to);
    }
  }

  private HttpRequest signed(HttpRequest.Builder request) {
    HttpRequest.Builder copy = request.copy().timeout(ANSWER);
    // What a storage server that a registry hands over to wants is in its address.
    if (!header.isEmpty() && sameHost(copy.build().uri())) {
      copy.setHeader("Authorization", header);
    }
    return copy.build();
  }

  private boolean sameHost(URI uri) {
    return uri.getAuthority().equals(registry.uri("").getAuthority());
  }

  private static void expect(HttpResponse<String> response, int status) throws IOException {
    if (response.statusCode() != status) {
      String body = response.body();
      throw new IOException(
          "%s %s: status %d, not %d: %s"
              .formatted(
                  response.request().method(),
                  response.uri(),
                  response.statusCode(),
                  status,
                  body.substring(0, Math.min(body.length(), LAST_WORDS)).strip()));
    }
  }
}
