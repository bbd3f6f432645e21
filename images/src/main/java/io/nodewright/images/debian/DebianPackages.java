package io.nodewright.images.debian;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Packages by name, with all they depend on, as apt would install them on an empty system.
///
/// @param cache a folder of our own for downloads; root is not needed
public record DebianPackages(Path cache) {
  /// `Inst libc6 (2.36-9+deb12u14 Debian:12.13/oldstable [amd64])`
  private static final Pattern CHOSEN =
      Pattern.compile("^Inst (\\S+) \\((\\S+) .*\\[(\\S+)\\]\\).*$");

  /// Downloads `names` and what they depend on, without what is merely recommended.
  ///
  /// @return sorted by name
  /// @throws IOException when there is no apt, or it cannot get them; the text has its last words
  public List<DebianPackage> fetch(List<String> names) throws IOException {
    Files.createDirectories(cache.resolve("partial"));
    Files.writeString(cache.resolve("status"), ""); // an empty system
    List<DebianPackage> chosen;
    try {
      chosen = download(names);
    } catch (IOException e) {
      // Lists that are missing or old: once more with new ones.
      new ChildProcess(List.of("apt-get", "-q", "update")).run();
      chosen = download(names);
    }
    return chosen;
  }

  private List<DebianPackage> download(List<String> names) throws IOException {
    List<DebianPackage> chosen = new ArrayList<>();
    for (String line : apt("--simulate", names).lines().toList()) {
      Matcher matcher = CHOSEN.matcher(line);
      if (matcher.matches()) {
        chosen.add(found(matcher.group(1), matcher.group(2), matcher.group(3)));
      }
    }
    if (!chosen.stream().allMatch(one -> Files.isRegularFile(one.file()))) {
      apt("--download-only", names);
    }
    for (DebianPackage one : chosen) {
      if (!Files.isRegularFile(one.file())) {
        throw new IOException(one.file() + ": apt chose it and did not download it");
      }
    }
    chosen.sort(Comparator.comparing(DebianPackage::name));
    return chosen;
  }

  private DebianPackage found(String name, String version, String architecture) {
    Path file = cache.resolve(DebianPackage.fileName(name, version, architecture));
    return new DebianPackage(name, version, architecture, file);
  }

  private String apt(String how, List<String> names) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "apt-get",
                "--assume-yes",
                "--quiet",
                how,
                "-o",
                "Dir::State::status=" + cache.resolve("status"),
                "-o",
                "Dir::Cache::archives=" + cache,
                "-o",
                "Debug::NoLocking=1",
                "-o",
                "APT::Install-Recommends=false",
                "-o",
                "APT::Sandbox::User=",
                "install"));
    words.addAll(names);
    return new ChildProcess(words).run();
  }
}
