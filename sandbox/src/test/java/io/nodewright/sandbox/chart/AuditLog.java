package io.nodewright.sandbox.chart;

import io.nodewright.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the API server wrote down of one account's requests.
///
/// @param file the log of a sandbox that was started with audit
/// @param user the account's user name
record AuditLog(Path file, String user) {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Set<String> READS = Set.of("get", "list", "watch");
  private static final int FORBIDDEN = 403;

  /// A request that was answered.
  ///
  /// @param what verb, resource and namespace
  record Request(Instant at, String verb, String what, int code) {}

  static AuditLog of(Sandbox sandbox, String user) {
    return new AuditLog(sandbox.folder().resolve("logs/audit.log"), user);
  }

  /// What was refused for want of a right.
  List<String> forbidden() {
    return requests().filter(each -> each.code() == FORBIDDEN).map(Request::what).toList();
  }

  /// What has changed something since `begin`, renewals of leases and reviews aside.
  List<String> writesSince(Instant begin) {
    return requests()
        .filter(each -> each.at().isAfter(begin))
        .filter(each -> !READS.contains(each.verb()))
        .map(Request::what)
        .filter(what -> !what.contains(" leases") && !what.contains("reviews"))
        .toList();
  }

  /// How many requests there are.
  long count() {
    return requests().count();
  }

  private Stream<Request> requests() {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.endsWith("}")) // the last one may be half written
          .map(JSON::readTree)
          .filter(each -> each.at("/user/username").asString("").equals(user))
          .map(AuditLog::request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Request request(JsonNode line) {
    String sub = line.at("/objectRef/subresource").asString("");
    return new Request(
        Instant.parse(line.at("/requestReceivedTimestamp").asString()),
        line.at("/verb").asString(),
        "%s %s%s %s/%s"
            .formatted(
                line.at("/verb").asString(),
                line.at("/objectRef/resource").asString("(none)"),
                sub.isEmpty() ? "" : "/" + sub,
                line.at("/objectRef/namespace").asString(""),
                line.at("/objectRef/name").asString("")),
        line.at("/responseStatus/code").asInt());
  }
}
