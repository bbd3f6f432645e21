package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.cli.console.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Requests to the API server, each as one call. Reads and patches alone: there is no way here to
/// create, replace or delete (contract 07 §11).
public final class ApiServer implements AutoCloseable {

  /// The content type of a merge patch.
  private static final String MERGE = "application/merge-patch+json";

  /// A list of which each object comes with its metadata alone.
  private static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private static final String ACCEPTED = "Accept-Encoding";
  private static final String GZIP = "gzip";
  private static final int CHUNK = 16 * 1024;

  /// Objects of one page of a list.
  private static final int PAGE = 500;

  /// Who writes, in `managedFields`.
  private static final String MANAGER = "kubectl-nodewright";

  private static final JsonMapper JSON = new JsonMapper();

  private final Config config;
  private final String address;
  private final Duration bound;
  private final Consumer<String> detail;
  private final HttpClient http;
  private @Nullable KubernetesSerialization typed;

  private ApiServer(Config config, Duration bound, Consumer<String> detail, HttpClient http) {
    this.config = config;
    String master = config.getMasterUrl();
    this.address = master.endsWith("/") ? master.substring(0, master.length() - 1) : master;
    this.bound = bound;
    this.detail = detail;
    this.http = http;
  }

  /// Opens a connection; nothing is sent yet, but a credential plugin may have run.
  ///
  /// @param bound of one request
  /// @param detail hears what `--verbose` shows
  /// @throws Failure when there is no usable kubeconfig
  public static ApiServer connect(
      Target target,
      String userAgent,
      Duration bound,
      Map<String, String> env,
      Consumer<String> detail) {
    Config config = Connection.find(target, userAgent, bound, env);
    String context =
        config.getCurrentContext() == null ? "in-cluster" : config.getCurrentContext().getName();
    detail.accept("context: " + context + ", server: " + config.getMasterUrl());
    try {
      HttpClient http = ClientKey.with(config, new JdkHttpClientFactory()::newBuilder).build();
      return new ApiServer(config, bound, detail, http);
    } catch (RuntimeException | IOException | GeneralSecurityException e) {
      throw new Failure(
          "context \"" + context + "\": credentials cannot be used: " + Connection.firstLine(e));
    }
  }

  /// Reads something.
  ///
  /// @param path below the server's address, with its query
  public byte[] get(String path) {
    return answer(ask(path));
  }

  /// Asks for something whose answer is taken later.
  ///
  /// @param path below the server's address, with its query
  Asked ask(String path) {
    return ask(request(path).header(ACCEPTED, GZIP).build(), "GET " + path);
  }

  /// Takes the answer to a request.
  byte[] answer(Asked asked) {
    HttpResponse<byte[]> answer = await(asked.coming, asked.what);
    byte[] body = unpacked(answer);
    if (!answer.isSuccessful()) {
      throw refused(answer.code(), body);
    }
    return body;
  }

  /// A large answer comes compressed where that was asked for: most of the time for one would be
  /// spent on its decryption.
  private static byte[] unpacked(HttpResponse<byte[]> answer) {
    byte[] body = answer.body() == null ? new byte[0] : answer.body();
    if (!GZIP.equals(answer.header("Content-Encoding"))) {
      return body;
    }
    try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body), CHUNK)) {
      return unpacked.readAllBytes();
    } catch (IOException e) {
      throw ApiFailure.unanswered("the API server's answer is damaged: " + e.getMessage());
    }
  }

  /// A request that is on its way.
  ///
  /// @param what it asks for, as errors name it
  record Asked(CompletableFuture<HttpResponse<byte[]>> coming, String what) {}

  /// Reads a small object.
  public JsonNode json(String path) {
    return JSON.readTree(get(path));
  }

  /// Reads an object or a list of a kind.
  public <T> T object(String path, Class<T> kind) {
    return typed(get(path), kind);
  }

  /// Reads a text as an object of a kind.
  public <T> T typed(byte[] text, Class<T> kind) {
    KubernetesSerialization known = typed;
    if (known == null) {
      known = new KubernetesSerialization();
      typed = known;
    }
    T read = known.unmarshal(new String(text, StandardCharsets.UTF_8), kind);
    if (read == null) {
      throw ApiFailure.unanswered("the API server answered with nothing");
    }
    return read;
  }

  /// Reads a list by pages, an item at a time.
  ///
  /// @param path with the query that selects, without a limit
  public void items(String path, Consumer<JsonNode> each) {
    String next = "";
    do {
      JsonNode page = json(page(path, next));
      page.path("items").forEach(each);
      next = page.path("metadata").path("continue").stringValue("");
    } while (!next.isEmpty());
  }

  /// The same, as objects of the list's kind.
  public <T extends HasMetadata> void items(
      String path, Class<? extends KubernetesResourceList<T>> kind, Consumer<? super T> each) {
    String next = "";
    do {
      KubernetesResourceList<T> page = object(page(path, next), kind);
      page.getItems().forEach(each);
      String token = page.getMetadata().getContinue();
      next = token == null ? "" : token;
    } while (!next.isEmpty());
  }

  /// Reads the names of a list's objects by pages; of each object only its metadata is sent.
  ///
  /// @param path without a limit
  void names(String path, Consumer<String> each) {
    String next = "";
    do {
      HttpRequest request =
          request(page(path, next)).header("Accept", METADATA).header(ACCEPTED, GZIP).build();
      JsonNode page = JSON.readTree(answer(ask(request, "GET " + path)));
      page.path("items")
          .forEach(item -> each.accept(item.path("metadata").path("name").stringValue("")));
      next = page.path("metadata").path("continue").stringValue("");
    } while (!next.isEmpty());
  }

  /// The path of one page of a list.
  ///
  /// @param next where the page before said to go on; empty for the first
  static String page(String path, String next) {
    return path
        + (path.contains("?") ? "&" : "?")
        + "limit="
        + PAGE
        + (next.isEmpty() ? "" : "&continue=" + encoded(next));
  }

  /// Merges a patch into an object. Where it names a `resourceVersion`, an object that has another
  /// by now is not changed: [ApiFailure#conflict()].
  public byte[] merge(String path, JsonNode patch) {
    String body = JSON.writeValueAsString(patch);
    detail.accept("PATCH " + path + " " + body);
    return answer(
        ask(
            request(path + "?fieldManager=" + MANAGER).method("PATCH", MERGE, body).build(),
            "PATCH " + path));
  }

  /// Reads lines as they come, until they end or `more` says no.
  ///
  /// @param more takes a line and says whether it wants another
  public void lines(String path, Predicate<String> more) {
    LineFeed feed = new LineFeed();
    HttpResponse<AsyncBody> answer =
        await(http.consumeBytes(request(path).forStreaming().build(), feed), "GET " + path);
    AsyncBody body = answer.body();
    CompletableFuture<Void> done = body.done().whenComplete((_, _) -> feed.end());
    body.consume();
    try {
      if (!answer.isSuccessful()) {
        StringBuilder refusal = new StringBuilder();
        feed.each(line -> !refusal.append(line).isEmpty());
        throw refused(answer.code(), refusal.toString().getBytes(StandardCharsets.UTF_8));
      }
      if (feed.each(more)) {
        done.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw unreachable(e);
    } finally {
      body.cancel();
    }
  }

  /// Encodes a value of a query.
  public static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /// The server's address.
  public String address() {
    return config.getMasterUrl();
  }

  @Override
  public void close() {
    http.close();
  }

  private HttpRequest.Builder request(String path) {
    return http.newHttpRequestBuilder().uri(address + path);
  }

  private Asked ask(HttpRequest request, String what) {
    return new Asked(http.sendAsync(request, byte[].class), what);
  }

  private <T> T await(CompletableFuture<T> answer, String what) {
    try {
      return answer.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiFailure.unanswered("interrupted");
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw ApiFailure.unanswered(
          "no answer from the API server at " + address + " within " + seconds() + ": " + what);
    } catch (ExecutionException e) {
      throw unreachable(e);
    }
  }

  private String seconds() {
    return bound.toSeconds() + "s";
  }

  private ApiFailure unreachable(ExecutionException e) {
    Throwable cause = Connection.deepest(e);
    String why =
        switch (cause) {
          case java.net.ConnectException _ -> "connection refused";
          case java.nio.channels.ClosedChannelException _ -> "connection refused";
          case java.nio.channels.UnresolvedAddressException _ -> "no such host";
          default -> Connection.firstLine(cause);
        };
    return ApiFailure.unanswered("cannot reach the API server at " + address + ": " + why);
  }

  private ApiFailure refused(int code, byte[] body) {
    if (code == 401) {
      return new ApiFailure(
          code,
          "the API server at " + address + " does not accept your credentials (Unauthorized)");
    }
    String message = message(body);
    return new ApiFailure(code, message.isEmpty() ? "the API server answered " + code : message);
  }

  /// A proxy between us and the API server answers with something else than a Status.
  private static String message(byte[] body) {
    try {
      return JSON.readTree(body).path("message").stringValue("").replace('\n', ' ').strip();
    } catch (JacksonException e) {
      return "";
    }
  }
}
