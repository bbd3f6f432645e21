package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Client keys in the forms that tools write, against a real API server that knows the certificate
/// (contract 07 §3).
@Tag("sandbox")
@ExtendWith(RealCluster.Shared.class)
class ClientKeysTest {

  private static final String DATA = "client-key-data: ";

  private final RealCluster cluster;

  @TempDir Path folder;

  ClientKeysTest(RealCluster cluster) {
    this.cluster = cluster;
  }

  static Stream<String> forms() {
    return Stream.of("as openssl ecparam writes it", "after its curve", "in PKCS#8", "in a file");
  }

  @ParameterizedTest(name = "an EC key {0}")
  @DisplayName("an EC key is read in each form that kubectl reads")
  @MethodSource("forms")
  void reads(String form) throws IOException {
    cluster.clean();
    String kubeconfig = Files.readString(Path.of(cluster.environment().get("KUBECONFIG")));
    String line = line(kubeconfig);
    String key = decoded(line.substring(DATA.length()));
    String now =
        switch (form) {
          case "after its curve" ->
              DATA
                  + encoded(
                      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
                          + key);
          case "in PKCS#8" -> DATA + encoded(pkcs8(key));
          case "in a file" ->
              "client-key: " + Files.writeString(folder.resolve("client.key"), pkcs8(key));
          default -> line;
        };
    assertTrue(key.startsWith("-----BEGIN EC PRIVATE KEY-----"), "what the sandbox writes");

    Transcript ran = ranWith(kubeconfig.replace(line, now));

    assertEquals(0, ran.code(), ran::err);
    assertEquals("No resources found.\n", ran.err());
  }

  @Test
  @DisplayName("C27 a key that cannot be used is one line")
  void refuses() throws IOException {
    String kubeconfig = Files.readString(Path.of(cluster.environment().get("KUBECONFIG")));

    Transcript ran = ranWith(kubeconfig.replace(line(kubeconfig), DATA + encoded("no key")));

    assertEquals(1, ran.code());
    assertEquals(
        "Error: context \"sandbox\": credentials cannot be used: the client key is not an"
            + " unencrypted private key in PEM\n",
        ran.err());
  }

  private Transcript ranWith(String kubeconfig) throws IOException {
    Path file = Files.writeString(folder.resolve("config"), kubeconfig);
    return Transcript.of(
        Map.of("KUBECONFIG", file.toString(), "HOME", folder.toString()), "node", "status");
  }

  private static String line(String kubeconfig) {
    return kubeconfig
        .lines()
        .map(String::strip)
        .filter(each -> each.startsWith(DATA))
        .findFirst()
        .orElseThrow();
  }

  /// As `openssl pkcs8 -topk8 -nocrypt` writes it.
  private static String pkcs8(String key) throws IOException {
    try (PEMParser pem = new PEMParser(new StringReader(key))) {
      byte[] form = ((PEMKeyPair) pem.readObject()).getPrivateKeyInfo().getEncoded();
      return "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8)).encodeToString(form)
          + "\n-----END PRIVATE KEY-----\n";
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
