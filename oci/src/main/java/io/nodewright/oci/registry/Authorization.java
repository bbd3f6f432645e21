package io.nodewright.oci.registry;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Turns credentials into the `Authorization` header that a registry asks for.
///
/// @param credentials the user's
/// @param http asks a token server
record Authorization(Credentials credentials, HttpClient http) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String CLIENT = "nodewright-images";

  /// The header's value; empty when there is nothing to show.
  ///
  /// @throws IOException when the token server refuses, or the challenge is of an unknown kind
  String answer(Challenge challenge, String repository) throws IOException, InterruptedException {
    return switch (challenge.scheme()) {
      case "basic" -> credentials.known() ? basic() : "";
      case "bearer" -> "Bearer " + token(challenge, repository);
      default ->
          throw new IOException(
              "the registry asks for \"" + challenge.scheme() + "\", not known here");
    };
  }

  private String basic() {
    String both = credentials.user() + ":" + credentials.secret();
    return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
  }

  private String token(Challenge challenge, String repository)
      throws IOException, InterruptedException {
    String realm = challenge.parameters().getOrDefault("realm", "");
    String service = challenge.parameters().getOrDefault("service", "");
    String scope =
        challenge.parameters().getOrDefault("scope", "repository:" + repository + ":pull,push");
    HttpRequest request =
        credentials.token() ? refresh(realm, service, scope) : ask(realm, service, scope);
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          "%s: no token for %s (status %d, with %s)"
              .formatted(realm, scope, response.statusCode(), credentials));
    }
    JsonNode answer = JSON.readTree(response.body());
    String token = answer.path("token").asString("");
    return token.isEmpty() ? answer.path("access_token").asString("") : token;
  }

  private HttpRequest ask(String realm, String service, String scope) {
    String query = "service=%s&scope=%s".formatted(encoded(service), encoded(scope));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(realm + (realm.contains("?") ? "&" : "?") + query));
    if (credentials.known()) {
      request.header("Authorization", basic());
    }
    return request.build();
  }

  private HttpRequest refresh(String realm, String service, String scope) {
    String form =
        "grant_type=refresh_token&client_id=%s&service=%s&scope=%s&refresh_token=%s"
            .formatted(CLIENT, encoded(service), encoded(scope), encoded(credentials.secret()));
    return HttpRequest.newBuilder(URI.create(realm))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
