package io.nodewright.oci.registry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// One repository of a registry.
final class RepositoryClient {
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofMinutes(10);
  private static final int LAST_WORDS = 500;

  private final Registry registry;
  private final String repository;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NORMAL)
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
  Optional<String> manifest(String reference, String mediaType) throws IOException {
    HttpResponse<String> response =
        send(request("manifests/" + reference).header("Accept", mediaType).GET());
    return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
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

  /// Sends a request, and once more with credentials when they are asked for.
  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      HttpResponse<String> response = http.send(signed(request), BodyHandlers.ofString());
      if (response.statusCode() != 401) {
        return response;
      }
      Challenge challenge =
          Challenge.parse(response.headers().firstValue("WWW-Authenticate").orElse(""));
      header = authorization.answer(challenge, repository);
      HttpResponse<String> again = http.send(signed(request), BodyHandlers.ofString());
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
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
