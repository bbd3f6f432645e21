package io.nodewright.sandbox.binaries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.nodewright.sandbox.archive.TarWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that are downloaded from a server on this computer.
class KubeBinariesTest {
  private static final KubeProgram ETCD = KubeProgram.ALL.getFirst();
  private static final KubeProgram API_SERVER = KubeProgram.ALL.get(1);
  private static final byte[] PROGRAM = "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path temporary = Path.of("");
  private final Map<String, byte[]> published = new TreeMap<>();
  private final Map<String, String> pins = new TreeMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server = server();

  @BeforeEach
  void publish() {
    String kind = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    String etcd = "etcd-v3.6.16-linux-" + kind;
    published.put(
        "v3.6.16/" + etcd + ".tar.gz", new TarWriter().program(etcd + "/etcd", PROGRAM).gzipped());
    published.put("v1.34.4/bin/linux/%s/kube-apiserver".formatted(kind), PROGRAM);
    published.forEach((path, content) -> pins.put(path, sha256(content)));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aProgramOfItsOwnIsTakenAsItIs() throws IOException {
    download().fetch(API_SERVER);
    assertTrue(cache().has(API_SERVER));
    assertEquals(
        "k8s.io/kubernetes@v1.34.4\n",
        Files.readString(temporary.resolve(".built/kube-apiserver")));
  }

  @Test
  void aProgramInAnArchiveIsTakenOut() throws IOException {
    download().fetch(ETCD);
    assertTrue(Files.isExecutable(cache().path(ETCD)));
  }

  @Test
  void otherBytesThanThePinnedOnesAreNotTaken() {
    pins.replaceAll((_, _) -> "00");
    IOException problem = assertThrows(IOException.class, () -> download().fetch(API_SERVER));
    assertTrue(String.valueOf(problem.getMessage()).contains("it was not taken"));
    assertFalse(Files.exists(cache().path(API_SERVER)));
  }

  @Test
  void withoutAPinNothingIsAskedFor() {
    pins.clear();
    assertThrows(IOException.class, () -> download().fetch(API_SERVER));
    assertEquals(0, requests.get());
  }

  @Test
  void whatIsThereAtItsVersionIsLeftAlone() throws IOException {
    download().fetch(API_SERVER);
    int before = requests.get();
    new KubeBinaries(cache(), release()).provide(java.util.List.of(API_SERVER));
    assertEquals(before, requests.get());
  }

  @Test
  void aProgramOfAnotherVersionIsNotThere() throws IOException {
    download().fetch(API_SERVER);
    Files.writeString(temporary.resolve(".built/kube-apiserver"), "k8s.io/kubernetes@v1.33.0\n");
    assertFalse(cache().has(API_SERVER));
  }

  private ProgramCache cache() {
    return new ProgramCache(temporary);
  }

  private Release release() {
    String base = "http://127.0.0.1:%d".formatted(server.getAddress().getPort());
    return new Release(base, base, pins);
  }

  private Download download() {
    return new Download(release(), cache());
  }

  private HttpServer server() {
    try {
      HttpServer made =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      made.createContext(
          "/",
          exchange -> {
            requests.incrementAndGet();
            byte[] content =
                published.getOrDefault(
                    exchange.getRequestURI().getPath().replaceFirst("^/+", ""), new byte[0]);
            exchange.sendResponseHeaders(content.length == 0 ? 404 : 200, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
          });
      return made;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
