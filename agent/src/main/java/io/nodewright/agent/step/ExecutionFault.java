package io.nodewright.agent.step;

import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.process.ErrorNumber;
import io.nodewright.agent.process.Start;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Says why the kernel did not execute a program. Its error number alone misleads: "no such file"
/// most often means the interpreter (06 B37 to B41).
final class ExecutionFault {

  private static final int HEAD = 256;
  private static final String ELF = "\u007fELF";

  private ExecutionFault() {}

  static String text(Start.Refused refused, String path, Path file, StepRoot place, HostRoot root) {
    if (!refused.ofProgram()) {
      return "cannot execute \"%s\": %s: %s"
          .formatted(path, refused.call(), ErrorNumber.text(refused.errorNumber()));
    }
    return "cannot execute \"" + path + "\": " + reason(refused.errorNumber(), file, place, root);
  }

  private static String reason(int number, Path file, StepRoot place, HostRoot root) {
    String head;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ErrorNumber.text(number);
    }
    boolean script = head.startsWith("#!");
    boolean program = head.startsWith(ELF);
    return switch (number) {
      case ErrorNumber.ENOEXEC ->
          program ? "exec format error" : "no \"#!\" line and not a program for this machine";
      case ErrorNumber.ENOENT ->
          script
              ? interpreter(head, place, root)
              : "its program loader was not found " + place.place();
      default -> ErrorNumber.text(number);
    };
  }

  private static String interpreter(String head, StepRoot place, HostRoot root) {
    int end = head.indexOf('\n');
    String line = (end < 0 ? head : head.substring(0, end)).substring(2);
    boolean windows = line.endsWith("\r");
    int from = 0;
    while (from < line.length() && isBlank(line.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < line.length() && !isBlank(line.charAt(to))) {
      to++;
    }
    String name = line.substring(from, to);
    if (exists(name, place, root)) {
      return ErrorNumber.text(ErrorNumber.ENOENT) + " (the interpreter is a script without one)";
    }
    return "interpreter \"%s\" not found %s%s"
        .formatted(name, place.place(), windows ? " (file has Windows line ends)" : "");
  }

  private static boolean exists(String interpreter, StepRoot place, HostRoot root) {
    try {
      return place.prefix().isEmpty()
          ? Files.exists(root.resolve(interpreter))
          : Files.exists(Path.of(interpreter));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
