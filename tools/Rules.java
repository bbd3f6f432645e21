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
/// Usage: `java Rules.java ROOT [--missing | --tests] [PREFIX...]`, the prefixes such as `L LX J`; without one, all.
/// `--missing` prints the ids that are not proven, one a line; `--tests` prints each id with the tests that carry it
/// and their results. Ends with 1 when there is no run to read, 2 on a wrong argument, else with 0.
final class Rules {

  private static final Pattern IDS = Pattern.compile("^(?:\\d\\d-)?([A-Z]{1,2})(\\d+)(?=[ :,;.]|$)[ ,]*");

  /// The tests that carry an id.
  private final SortedMap<String, List<Test>> tests = new TreeMap<>();

  private record Test(String type, String name, boolean passed) {}

  private enum Form {
    COUNTS,
    MISSING,
    TESTS
  }

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments.length == 0 ? "." : arguments[0]);
    List<String> words = List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
    Form form = words.contains("--missing") ? Form.MISSING : words.contains("--tests") ? Form.TESTS : Form.COUNTS;
    Map<String, List<String>> known = known(root.resolve("docs/rules.txt"));
    List<String> prefixes =
        words.stream().filter(word -> !word.equals("--missing") && !word.equals("--tests")).toList();
    for (String prefix : prefixes) {
      if (!known.containsKey(prefix)) {
        System.err.printf(
            "rules: no option and no prefix of rules: %s (options --missing, --tests; prefixes %s)%n",
            prefix, String.join(" ", known.keySet()));
        System.exit(2);
      }
    }
    if (!prefixes.isEmpty()) {
      known.keySet().retainAll(prefixes);
    }
    Rules rules = new Rules();
    List<Path> reports = reports(root);
    if (reports.isEmpty()) {
      System.err.println("rules: no test run to read; run ./nodewright test (or verify) first");
      System.exit(1);
    }
    for (Path report : reports) {
      rules.read(report);
    }
    rules.print(known, form);
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
        tests
            .computeIfAbsent(id, _ -> new ArrayList<>())
            .add(new Test(test.getAttribute("classname"), test.getAttribute("name"), good));
      }
    }
  }

  /// The ids that a test's name begins with. A row of a table is reported as `method(types) "row"`, or without
  /// quotes around the whole when its name is made of a text and a value.
  private static SortedSet<String> idsOf(String name) {
    String rest = name.replaceFirst("^\\w+\\([^)]*\\) \"?", "").replaceFirst("^\\[\\d+] ", "");
    SortedSet<String> ids = new TreeSet<>();
    Matcher matcher = IDS.matcher(rest);
    while (matcher.find()) {
      ids.add(matcher.group(1) + matcher.group(2));
      rest = rest.substring(matcher.end());
      matcher = IDS.matcher(rest);
    }
    return ids;
  }

  private void print(Map<String, List<String>> known, Form form) {
    known.forEach(
        (prefix, ids) -> {
          List<String> open = ids.stream().filter(id -> !proven(id)).toList();
          switch (form) {
            case COUNTS -> System.out.printf("%s %d/%d%n", prefix, ids.size() - open.size(), ids.size());
            case MISSING -> open.forEach(System.out::println);
            case TESTS -> ids.forEach(this::printTests);
          }
        });
  }

  private boolean proven(String id) {
    List<Test> carrying = tests.getOrDefault(id, List.of());
    return !carrying.isEmpty() && carrying.stream().allMatch(Test::passed);
  }

  private void printTests(String id) {
    List<Test> carrying = tests.getOrDefault(id, List.of());
    if (carrying.isEmpty()) {
      System.out.printf("%-5s no test%n", id);
    }
    for (Test test : carrying) {
      String type = test.type().substring(test.type().lastIndexOf('.') + 1);
      System.out.printf("%-5s %-6s %s: %s%n", id, test.passed() ? "passed" : "FAILED", type, test.name());
    }
  }
}
