package io.nodewright.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Rows under headings (contract 07 §8): columns as wide as their widest cell, two spaces between
/// them, none at a line's end.
public final class Table {

  private static final String GAP = "  ";
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /// @param headings in capitals, in order
  public Table(List<String> headings) {
    this.headings = List.copyOf(headings);
  }

  /// Adds a row; an empty cell is shown as `-`.
  ///
  /// @param cells one for each heading
  public void add(List<String> cells) {
    if (cells.size() != headings.size()) {
      throw new IllegalStateException(cells.size() + " cells under " + headings);
    }
    List<String> row = new ArrayList<>(cells.size());
    cells.forEach(cell -> row.add(cell(cell)));
    rows.add(row);
  }

  /// Whether it has no row.
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /// Prints it; an empty one is a sentence on stderr.
  public void print(Console console) {
    if (isEmpty()) {
      console.say("No resources found.");
      return;
    }
    console.text(text());
  }

  /// All lines, the headings first.
  public String text() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    line(text, headings, widths);
    rows.forEach(row -> line(text, row, widths));
    return text.toString();
  }

  /// The rows, as cells.
  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  /// The lines of some rows, without headings.
  public String textOf(Predicate<List<String>> wanted) {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    rows.stream().filter(wanted).forEach(row -> line(text, row, widths));
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[headings.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = headings.get(i).length();
    }
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static void line(StringBuilder text, List<String> cells, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      text.append(cell);
      if (i < widths.length - 1) {
        text.repeat(" ", widths[i] - cell.length()).append(GAP);
      }
    }
    text.append('\n');
  }

  /// Names and images come from people: no control character gets to a terminal.
  private static String cell(String text) {
    if (text.isEmpty()) {
      return "-";
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return text.replaceAll("\\p{Cntrl}", "?");
      }
    }
    return text;
  }
}
