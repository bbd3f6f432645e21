package io.nodewright.sandbox;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// A sandbox with two nodes, an image to run scripts in and a ConfigMap, shared by all tests of a
/// run: to start one takes longer than most tests.
final class TestCluster implements AutoCloseable {
  private final TestFolder folder = new TestFolder();
  private final Sandbox sandbox;

  private TestCluster() {
    try {
      sandbox =
          Sandbox.start(
              SandboxOptions.in(folder.path())
                  .withNodes(2)
                  .withLabels(Map.of("pool", "test"))
                  .withBackOffScale(0.02));
      Path packaged = Files.createDirectories(files().resolve("skyhook-package"));
      Files.writeString(packaged.resolve("config.json"), "{}");
      sandbox.images().addFiles(Jobs.IMAGE, files(), List.of("/bin/true"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sandbox
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("conf")
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("a.conf", "A=1", "b.conf", "B=2"))
                .build())
        .create();
  }

  /// The sandbox.
  Sandbox sandbox() {
    return sandbox;
  }

  /// Its Jobs.
  Jobs jobs() {
    return new Jobs(sandbox.client());
  }

  /// The files of the image that scripts run in.
  Path files() {
    return folder.resolve("tool");
  }

  /// What all containers printed, for the message of a failed test.
  String logs() {
    StringBuilder text = new StringBuilder();
    try (var found = Files.walk(folder.resolve("pods"))) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        text.append("\n== ").append(file).append('\n').append(Files.readString(file));
      }
    } catch (IOException e) {
      text.append(e);
    }
    return text.toString();
  }

  @Override
  public void close() {
    sandbox.close();
    folder.close();
  }

  /// Gives tests the cluster; starts it for the first and closes it after the last.
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == TestCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(Namespace.GLOBAL)
          .computeIfAbsent(TestCluster.class, _ -> new TestCluster(), TestCluster.class);
    }
  }
}
