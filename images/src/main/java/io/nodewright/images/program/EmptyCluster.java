package io.nodewright.images.program;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Answers as the API server of a cluster that has nothing: lists are empty, watches say nothing,
/// single objects are not there, and what is written is taken. Enough for a start of the operator,
/// with TLS and all, and not meant for more.
final class EmptyCluster implements AutoCloseable {
  private static final String PASSWORD = "training";
  private static final JsonMapper JSON = new JsonMapper();
  private static final String NOT_FOUND =
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";
  private static final String LIST = "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";

  private final HttpsServer server;
  private final ExecutorService threads;
  private final Path kubeconfig;

  private EmptyCluster(HttpsServer server, ExecutorService threads, Path kubeconfig) {
    this.server = server;
    this.threads = threads;
    this.kubeconfig = kubeconfig;
  }

  /// Starts it on a free port of this computer alone.
  ///
  /// @param folder for its key and the kubeconfig
  static EmptyCluster start(Path folder) throws IOException {
    Path keys = folder.resolve("keys.p12");
    new ChildProcess(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=training",
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keys.toString()))
        .run();
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Path kubeconfig = folder.resolve("kubeconfig");
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keys)) {
        store.load(in, PASSWORD.toCharArray());
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      server.setHttpsConfigurator(new HttpsConfigurator(context));
      Files.writeString(
          kubeconfig,
          kubeconfig(server.getAddress().getPort(), store.getCertificate("server").getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IOException("no key for the training run", e);
    }
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext("/", EmptyCluster::answer);
    server.start();
    return new EmptyCluster(server, threads, kubeconfig);
  }

  /// A kubeconfig that leads here.
  Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getQuery();
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (exchange.getRequestHeaders().containsKey("Upgrade")) {
      reply(exchange, 200, "{}"); // the client then watches by plain HTTP
    } else if (exchange.getRequestMethod().equals("GET")) {
      if (query != null && query.contains("watch=true")) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        return; // stays open until the server stops
      }
      if (path.equals("/version")) {
        reply(exchange, 200, "{\"major\":\"1\",\"minor\":\"34\",\"gitVersion\":\"v1.34.0\"}");
      } else if (single(path)) {
        reply(exchange, 404, NOT_FOUND);
      } else {
        reply(exchange, 200, LIST);
      }
    } else {
      reply(exchange, exchange.getRequestMethod().equals("POST") ? 201 : 200, stored(body));
    }
  }

  /// Whether `path` names one object: a group's resources are lists, also within a namespace.
  private static boolean single(String path) {
    List<String> parts = List.of(path.substring(1).split("/", -1));
    int resource = parts.getFirst().equals("api") ? 2 : 3;
    if (parts.size() > resource && parts.get(resource).equals("namespaces")) {
      resource += 2;
    }
    return parts.size() > resource + 1;
  }

  private static String stored(byte[] body) {
    if (body.length > 0 && JSON.readTree(body) instanceof ObjectNode object) {
      ObjectNode metadata = object.withObject("metadata");
      metadata.put("resourceVersion", "2");
      metadata.put("uid", "00000000-0000-0000-0000-000000000001");
      if (object.path("kind").asString("").endsWith("AccessReview")) {
        object.withObject("status").put("allowed", true); // all that is asked for
      }
      return object.toString();
    }
    return "{\"metadata\":{\"resourceVersion\":\"2\"}}";
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String kubeconfig(int port, byte[] certificate) {
    String pem =
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate));
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: training
          cluster:
            server: https://127.0.0.1:%d
            certificate-authority-data: %s
        users:
        - name: training
          user: {token: training}
        contexts:
        - name: training
          context: {cluster: training, user: training}
        current-context: training
        """
        .formatted(port, Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
  }
}
