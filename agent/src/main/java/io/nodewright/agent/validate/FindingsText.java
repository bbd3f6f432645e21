package io.nodewright.agent.validate;

import io.nodewright.agent.config.Finding;
import io.nodewright.agent.json.JsonText;
import io.nodewright.agent.report.OneLine;
import java.util.ArrayList;
import java.util.List;

/// Findings for people and for programs (06 §17).
public final class FindingsText {

  private FindingsText() {}

  /// One per line: `ERROR|WARN <pointer>: <text>`; the document itself is shown as `/`.
  public static String lines(List<Finding> findings) {
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      String pointer = finding.pointer().isEmpty() ? "/" : finding.pointer();
      text.append(finding.level()).append(' ').append(OneLine.of(pointer)).append(": ");
      text.append(OneLine.of(finding.text())).append('\n');
    }
    return text.toString();
  }

  /// An array of `{"level","pointer","message"}`.
  public static String json(List<Finding> findings) {
    List<String> items = new ArrayList<>();
    for (Finding finding : findings) {
      items.add(
          "{\"level\":%s,\"pointer\":%s,\"message\":%s}"
              .formatted(
                  JsonText.quote(finding.level().name()),
                  JsonText.quote(finding.pointer()),
                  JsonText.quote(finding.text())));
    }
    return "[" + String.join(",\n ", items) + "]\n";
  }
}
