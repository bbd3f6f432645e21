package io.nodewright.operator.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a monitoring system reads, taken apart.
final class Scrape {

  private static final Pattern LINE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

  private final List<Series> series = new ArrayList<>();
  private final SortedMap<String, String> types = new TreeMap<>();
  private final SortedMap<String, String> helps = new TreeMap<>();
  private final String text;

  /// One line.
  record Series(String metric, SortedMap<String, String> labels, double value) {}

  private Scrape(String text) {
    this.text = text;
    text.lines().forEach(this::read);
  }

  static Scrape of(OperatorMetrics metrics) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      metrics.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(out.toString(StandardCharsets.UTF_8));
  }

  static Scrape of(String text) {
    return new Scrape(text);
  }

  private void read(String line) {
    String[] words = line.split(" ", 4);
    if (line.startsWith("# TYPE ")) {
      types.put(words[2], words[3]);
    } else if (line.startsWith("# HELP ")) {
      helps.put(words[2], words[3]);
    } else {
      Matcher parts = LINE.matcher(line);
      if (parts.matches()) {
        SortedMap<String, String> labels = new TreeMap<>();
        String inner = parts.group(2) == null ? "" : parts.group(2);
        LABEL.matcher(inner).results().forEach(each -> labels.put(each.group(1), each.group(2)));
        series.add(new Series(parts.group(1), labels, Double.parseDouble(parts.group(3))));
      }
    }
  }

  String text() {
    return text;
  }

  String type(String metric) {
    return types.getOrDefault(metric, "none");
  }

  String help(String metric) {
    return helps.getOrDefault(metric, "");
  }

  List<Series> all(String metric) {
    return series.stream().filter(each -> each.metric().equals(metric)).toList();
  }

  /// Names of metrics that begin so.
  SortedSet<String> metrics(String prefix) {
    SortedSet<String> found = new TreeSet<>();
    series.stream().map(Series::metric).filter(each -> each.startsWith(prefix)).forEach(found::add);
    return found;
  }

  /// All values that a label of a metric has.
  SortedSet<String> values(String metric, String label) {
    SortedSet<String> found = new TreeSet<>();
    all(metric).forEach(each -> found.add(each.labels().getOrDefault(label, "")));
    return found;
  }

  /// The number of the only series of that metric whose labels hold these, each `name=value`.
  double value(String metric, String... labels) {
    List<Series> found =
        all(metric).stream()
            .filter(
                each ->
                    List.of(labels).stream()
                        .map(label -> label.split("=", 2))
                        .allMatch(pair -> pair[1].equals(each.labels().get(pair[0]))))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError(
          "%d series of %s with %s in%n%s".formatted(found.size(), metric, List.of(labels), text));
    }
    return found.getFirst().value();
  }
}
