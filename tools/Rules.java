import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Says which behaviour rules the last test run has proven: one line `PREFIX passed/total` per prefix.
///
/// Reads the ids from `docs/rules.txt` and the reports from every module's `target/surefire-reports`. A test
/// carries the ids that its display name begins with (`L107 stopped between …`, `L48 L57 a timed-out …`,
/// `03-J22 …`). An id has passed when a test that carries it ran and none failed or was skipped.
///
/// Usage: `java Rules.java ROOT [--missing]`. Ends with 1 when there is no run to read, else with 0.
final class Rules {

  private static final Pattern IDS = Pattern.compile("^(?:\\d\\d-)?([A-Z]{1,2})(\\d+)(?=[ :,;.]|$)[ ,]*");

  private final SortedMap<String, Boolean> results = new TreeMap<>();

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments.length == 0 ? "." : arguments[0]);
    boolean missing = List.of(arguments).contains("--missing");
    Rules rules = new Rules();
    List<Path> reports = reports(root);
    if (reports.isEmpty()) {
      System.err.println("rules: no test run to read; run ./nodewright test (or verify) first");
      System.exit(1);
    }
    for (Path report : reports) {
      rules.read(report);
    }
    rules.print(known(root.resolve("docs/rules.txt")), missing);
  }

  private static List<Path> reports(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        Path folder = module.resolve("target/surefire-reports");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).sorted().forEach(found::add);
          }
        }
      }
    }
    return found;
  }

  /// Ids by prefix, in the file's order.
  private static Map<String, List<String>> known(Path file) throws IOException {
    Map<String, List<String>> known = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.trim().split(" +");
      List<String> ids = known.computeIfAbsent(words[0], _ -> new ArrayList<>());
      for (int i = 1; i < words.length; i++) {
        String[] ends = words[i].split("-");
        for (int n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[ends.length - 1]); n++) {
          ids.add(words[0] + n);
        }
      }
    }
    return known;
  }

  private void read(Path report) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    NodeList cases = factory.newDocumentBuilder().parse(report.toFile()).getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      boolean good =
          Stream.of("failure", "error", "skipped")
              .allMatch(tag -> test.getElementsByTagName(tag).getLength() == 0);
      for (String id : idsOf(test.getAttribute("name"))) {
        results.merge(id, good, Boolean::logicalAnd);
      }
    }
  }

  /// The ids that a test's name begins with. A row of a table is reported as `method(types) "row"`.
  private static SortedSet<String> idsOf(String name) {
    int row = name.indexOf(") \"");
    String rest = (row < 0 ? name : name.substring(row + 3)).replaceFirst("^\\[\\d+] ", "");
    SortedSet<String> ids = new TreeSet<>();
    Matcher matcher = IDS.matcher(rest);
    while (matcher.find()) {
      ids.add(matcher.group(1) + matcher.group(2));
      rest = rest.substring(matcher.end());
      matcher = IDS.matcher(rest);
    }
    return ids;
  }

  private void print(Map<String, List<String>> known, boolean missing) {
    known.forEach(
        (prefix, ids) -> {
          List<String> open = ids.stream().filter(id -> !results.getOrDefault(id, false)).toList();
          if (missing) {
            open.forEach(System.out::println);
          } else {
            System.out.printf("%s %d/%d%n", prefix, ids.size() - open.size(), ids.size());
          }
        });
  }
}
