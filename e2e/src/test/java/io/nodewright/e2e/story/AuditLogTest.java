package io.nodewright.e2e.story;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an audit log tells of one user.
class AuditLogTest {
  private static final String USER = "system:serviceaccount:nodewright:manager";

  @TempDir private Path folder;

  @Test
  @DisplayName(
      "used grants have group, resource, subresource and verb; others' requests do not count")
  void used() throws IOException {
    AuditLog log =
        read(
            event(USER, "patch", "", "nodes", "status", 200),
            event(USER, "list", "batch", "jobs", "", 200),
            event(USER, "list", "batch", "jobs", "", 200),
            event("somebody", "delete", "", "pods", "", 200),
            event(USER + "-other", "delete", "", "pods", "", 403));
    assertEquals(
        new TreeSet<>(
            List.of(new Grant("", "nodes/status", "patch"), new Grant("batch", "jobs", "list"))),
        log.used());
    assertEquals(List.of(), log.refused());
  }

  @Test
  @DisplayName("O13 a refused request is told with its path, and is no use of a grant")
  void refused() throws IOException {
    AuditLog log = read(event(USER, "get", "", "secrets", "", 403));
    assertEquals(List.of("get /x"), log.refused());
    assertEquals(new TreeSet<>(), log.used());
  }

  @Test
  @DisplayName("an answer other than forbidden, such as a conflict, is a use")
  void conflict() throws IOException {
    assertEquals(1, read(event(USER, "update", "", "configmaps", "", 409)).used().size());
  }

  @Test
  @DisplayName("requests for no resource, such as the version, need no grant")
  void noResource() throws IOException {
    assertEquals(
        new TreeSet<>(),
        read("{\"user\":{\"username\":\"%s\"},\"verb\":\"get\"}".formatted(USER)).used());
  }

  private AuditLog read(String... lines) throws IOException {
    return AuditLog.of(Files.write(folder.resolve("audit.log"), List.of(lines)), USER);
  }

  private static String event(
      String user, String verb, String group, String resource, String subresource, int code) {
    return """
    {"user":{"username":"%s"},"verb":"%s","requestURI":"/x","objectRef":{"resource":"%s","apiGroup":"%s","subresource":"%s"},"responseStatus":{"code":%d}}\
    """
        .formatted(user, verb, resource, group, subresource, code);
  }
}
