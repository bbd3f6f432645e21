package io.nodewright.sandbox.controlplane;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The control plane of one sandbox.
public final class ControlPlane implements AutoCloseable {
  private static final String AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules: [{level: Metadata}]
      """;

  private static final String ETCD = "etcd";
  private static final String API_SERVER = "kube-apiserver";
  private static final String CONTROLLERS = "kube-controller-manager";
  private static final String SCHEDULER = "kube-scheduler";
  private static final String ADMINISTRATORS = "system:masters";

  private final Path folder;
  private final CertificateAuthority authority = new CertificateAuthority();
  private final Map<String, Component> components = new LinkedHashMap<>();
  private int apiPort;

  private ControlPlane(Path folder) {
    this.folder = folder;
  }

  /// Starts all of it with an empty store and returns when it is ready.
  ///
  /// @throws IOException when files cannot be written or a program cannot be started
  /// @throws IllegalStateException when a program does not become ready
  public static ControlPlane start(ControlPlaneSettings settings) throws IOException {
    ControlPlane plane = new ControlPlane(settings.folder());
    try {
      plane.define(settings);
      plane.component(ETCD).start();
      // The API server tries until etcd answers, so both can come up together.
      plane.startAndAwait(API_SERVER);
      plane.startAndAwait(CONTROLLERS);
      if (settings.scheduler()) {
        plane.startAndAwait(SCHEDULER);
      }
      return plane;
    } catch (IOException | IllegalStateException e) {
      plane.close();
      throw e;
    }
  }

  /// The administrator's kubeconfig.
  public Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  /// The API server's port.
  public int apiPort() {
    return apiPort;
  }

  /// Writes into `keys` what a member of the cluster shows: `ca.crt`, `NAME.crt`, `NAME.key` and
  /// `NAME.kubeconfig`.
  ///
  /// @param name of the files
  /// @param user who it is to Kubernetes
  /// @param groups what groups the user is in
  /// @param addresses names and addresses of a server, as `DNS:…` or `IP:…`; empty for a client
  /// @param server the API server's address for this member
  public void writeMember(
      Path keys,
      String name,
      String user,
      List<String> groups,
      List<String> addresses,
      String server)
      throws IOException {
    CertificateAuthority.Identity identity = authority.issue(user, groups, addresses);
    Files.writeString(keys.resolve("ca.crt"), authority.certificatePem());
    write(keys, name, identity);
    Files.writeString(
        keys.resolve(name + ".kubeconfig"),
        Kubeconfig.of(server, authority.certificatePem(), identity));
  }

  /// Stops the API server alone; returns when it is gone.
  public void stopApiServer() throws IOException {
    component(API_SERVER).stop();
  }

  /// Starts the API server again; returns when it is ready.
  public void startApiServer() throws IOException {
    startAndAwait(API_SERVER);
  }

  /// The process ids of what runs, by program, in starting order; 0 for what does not run.
  public Map<String, Long> processes() {
    Map<String, Long> pids = new LinkedHashMap<>();
    components.forEach((name, component) -> pids.put(name, component.pid()));
    return pids;
  }

  /// Stops all of it, what was started last first.
  @Override
  public void close() throws IOException {
    for (Component component : List.copyOf(components.values()).reversed()) {
      component.stop();
    }
  }

  private void define(ControlPlaneSettings settings) throws IOException {
    Path keys = Files.createDirectories(folder.resolve("pki"));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rwx------"));
    List<Integer> ports = FreePorts.choose(5);
    CommandLines lines =
        new CommandLines(
            settings, ports.get(0), ports.get(1), ports.get(2), ports.get(3), ports.get(4));
    apiPort = ports.getFirst();
    writeKeys(settings.reach(), keys, lines.server());
    if (settings.audit()) {
      Files.writeString(settings.auditPolicy(), AUDIT_POLICY);
    }
    HttpClient client = HealthCheck.trusting(authority.certificate());
    add(ETCD, lines.etcd(), HealthCheck.at(client, lines.etcdHealth()));
    add(API_SERVER, lines.apiServer(), HealthCheck.at(client, lines.server() + "/readyz"));
    add(CONTROLLERS, lines.controllers(), HealthCheck.at(client, lines.controllersHealth()));
    if (settings.scheduler()) {
      add(SCHEDULER, lines.scheduler(), HealthCheck.at(client, lines.schedulerHealth()));
    }
  }

  private void writeKeys(Reach reach, Path keys, String server) throws IOException {
    Files.writeString(keys.resolve("ca.crt"), authority.certificatePem());
    Files.writeString(keys.resolve("service-account.key"), authority.bareKeyPem());
    for (String name : List.of(API_SERVER, CONTROLLERS, SCHEDULER)) {
      write(keys, name, authority.issue(name, List.of(), reach.names()));
    }
    if (reach.nodes()) {
      write(
          keys,
          "kubelet-client",
          authority.issue("api-server", List.of(ADMINISTRATORS), List.of()));
    }
    String authorityPem = authority.certificatePem();
    Files.writeString(
        kubeconfig(),
        Kubeconfig.of(
            server,
            authorityPem,
            authority.issue("sandbox-admin", List.of(ADMINISTRATORS), List.of())));
    Files.setPosixFilePermissions(kubeconfig(), PosixFilePermissions.fromString("rw-------"));
    for (String name : List.of(CONTROLLERS, SCHEDULER)) {
      Files.writeString(
          keys.resolve(name + ".kubeconfig"),
          Kubeconfig.of(
              server, authorityPem, authority.issue("system:" + name, List.of(), List.of())));
    }
  }

  private static void write(Path keys, String name, CertificateAuthority.Identity identity)
      throws IOException {
    Files.writeString(keys.resolve(name + ".crt"), identity.certificate());
    Files.writeString(keys.resolve(name + ".key"), identity.key());
  }

  private void add(String name, List<String> command, HealthCheck health) {
    components.put(name, new Component(name, command, folder, health));
  }

  private void startAndAwait(String name) throws IOException {
    component(name).start();
    component(name).awaitReady();
  }

  private Component component(String name) {
    Component component = components.get(name);
    if (component == null) {
      throw new IllegalStateException(name + ": not part of this control plane");
    }
    return component;
  }
}
