package io.nodewright.packages.lint;

import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Files below skyhook_dir that no step uses: none is it, and none names it or a folder that it is
/// in, neither directly nor by way of other files.
final class UnusedFiles {

  private static final String FOLDER = "skyhook_dir/";

  private UnusedFiles() {}

  static List<Issue> of(PackageConfig config, PackageFiles files) throws IOException {
    SortedSet<String> left = new TreeSet<>(files.below("skyhook_dir"));
    Deque<String> toRead = new ArrayDeque<>();
    for (Step step : config.allSteps()) {
      if (left.remove(FOLDER + step.path())) {
        toRead.add(FOLDER + step.path());
      }
    }
    toRead.add("config.json"); // arguments and variables name files as well
    while (!toRead.isEmpty()) {
      String text = files.text(toRead.remove());
      List<String> named = left.stream().filter(each -> isNamed(each, text)).toList();
      named.forEach(left::remove);
      toRead.addAll(named);
    }
    List<Issue> issues = new ArrayList<>();
    for (String name : left) {
      issues.add(
          new Issue(
              Issue.Level.WARN,
              name,
              "",
              "no step uses this file",
              "remove it, or name it in config.json or in a script"));
    }
    return issues;
  }

  private static boolean isNamed(String file, String text) {
    for (String part : file.substring(FOLDER.length()).split("/", -1)) {
      if (Pattern.compile("(?<![\\w-])" + Pattern.quote(part) + "(?![\\w-])")
          .matcher(text)
          .find()) {
        return true;
      }
    }
    return false;
  }
}
