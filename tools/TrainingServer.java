import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/// An API server that knows a NodeWright and some nodes by heart: what the start cache of
/// kubectl-nodewright is trained with. It writes `kubeconfig` into the folder that it is given and
/// ends with its standard input.
public final class TrainingServer {

  private static final int NODES = 500;
  private static final String NODEWRIGHT =
      """
      {"apiVersion":"nodewright.nvidia.com/v1alpha1","kind":"NodeWright","metadata":{"name":"tune",
      "uid":"u","resourceVersion":"7","generation":1,"annotations":{"nodewright.nvidia.com/version":"v0.21.0"}},
      "spec":{"nodeSelectors":{"matchLabels":{"pool":"gpu"}},"packages":{"grub":{"version":"1.4.0",
      "image":"example/grub","interrupt":{"type":"reboot"}},"sysctl":{"version":"2.0.1","image":"example/sysctl",
      "dependsOn":{"grub":"1.4.0"},"configMap":{"a":"b"}}}},"status":{"status":"in_progress",
      "completeNodes":"1/2","nodeStatus":{"node-1":"in_progress"},"nodeOrder":{"node-1":1},
      "nodePriority":{"node-1":"2026-01-01T00:00:00Z"},"compartmentStatuses":{"__default__":{"matched":2,
      "ceiling":1,"inProgress":1,"completed":1,"progressPercent":50,"batchState":{"currentBatch":1}}}}}
      """;

  private TrainingServer() {}

  public static void main(String[] arguments) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    X509Certificate certificate = certificate(keys);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(keys, certificate)));
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", TrainingServer::answer);
    server.start();
    write(Path.of(arguments[0]), server.getAddress().getPort(), pem(certificate), key(keys));
    while (System.in.read() >= 0) {
      // until whoever started us is done
    }
    server.stop(0);
    System.exit(0);
  }

  private static X509Certificate certificate(KeyPair keys) throws Exception {
    X500Name name = new X500Name("CN=training");
    Instant now = Instant.now();
    return new JcaX509CertificateConverter()
        .getCertificate(
            new JcaX509v3CertificateBuilder(
                    name,
                    BigInteger.ONE,
                    Date.from(now.minus(Duration.ofHours(1))),
                    Date.from(now.plus(Duration.ofHours(1))),
                    name,
                    keys.getPublic())
                .addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")))
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  private static SSLContext tls(KeyPair keys, X509Certificate certificate) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] password = "training".toCharArray();
    store.setKeyEntry("training", keys.getPrivate(), password, new X509Certificate[] {certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, password);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    return tls;
  }

  private static void write(Path folder, int port, String certificate, String key)
      throws IOException {
    Path written = folder.resolve("kubeconfig.tmp");
    Files.writeString(
        written,
        """
        apiVersion: v1
        kind: Config
        current-context: training
        contexts:
        - {name: training, context: {cluster: training, user: training}}
        clusters:
        - {name: training, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}
        users:
        - {name: training, user: {client-certificate-data: %s, client-key-data: %s}}
        """
            .formatted(port, encoded(certificate), encoded(certificate), encoded(key)));
    Files.move(written, folder.resolve("kubeconfig"));
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /// SEC1, as kubectl's own tools write elliptic keys; the client reads no other form of them.
  private static String key(KeyPair keys) throws IOException {
    DERBitString point =
        new DERBitString(
            SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded())
                .getPublicKeyData()
                .getBytes());
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      pem.writeObject(
          new PemObject(
              "EC PRIVATE KEY",
              new org.bouncycastle.asn1.sec.ECPrivateKey(
                      256,
                      ((ECPrivateKey) keys.getPrivate()).getS(),
                      point,
                      new ASN1ObjectIdentifier("1.2.840.10045.3.1.7"))
                  .getEncoded()));
    }
    return text.toString();
  }

  private static String pem(Object what) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(what);
    }
    return text.toString();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = body(path).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String body(String path) {
    if (path.equals("/apis")) {
      return "{\"kind\":\"APIGroupList\",\"groups\":[{\"name\":\"nodewright.nvidia.com\"}]}";
    }
    if (path.endsWith("/nodewrights/tune")) {
      return NODEWRIGHT;
    }
    if (path.endsWith("/nodewrights")) {
      return list(NODEWRIGHT);
    }
    if (path.equals("/api/v1/nodes")) {
      StringBuilder nodes = new StringBuilder();
      for (int i = 0; i < NODES; i++) {
        nodes.append(i == 0 ? "" : ",").append(node("node-" + i));
      }
      return list(nodes.toString());
    }
    return path.startsWith("/api/v1/nodes/") ? node(path.substring(14)) : list("");
  }

  private static String list(String items) {
    return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
        + items
        + "]}";
  }

  private static String node(String name) {
    return """
        {"metadata":{"name":"%s","uid":"u-%s","resourceVersion":"5","labels":{"pool":"gpu"},"annotations":{
        "nodewright.nvidia.com/status_tune":"in_progress","nodewright.nvidia.com/nodeState_tune":"{\\"grub|1.4.0\\":
        {\\"name\\":\\"grub\\",\\"version\\":\\"1.4.0\\",\\"image\\":\\"example/grub\\",\\"stage\\":\\"config\\",
        \\"state\\":\\"complete\\",\\"restarts\\":1,\\"interruptPending\\":true}}"}},"spec":{"unschedulable":true},
        "status":{"addresses":[{"type":"Hostname","address":"%s"}],"conditions":[{"type":"Ready","status":"True"}]}}
        """
        .replace("\n", "")
        .formatted(name, name, name);
  }
}
