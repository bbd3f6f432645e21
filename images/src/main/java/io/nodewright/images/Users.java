package io.nodewright.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Who there is in a container. No package is configured, so nobody else writes these files.
final class Users {
  private Users() {}

  /// Root, nobody, and the one that programs run as which need no rights.
  static void write(Path root) throws IOException {
    Path etc = Files.createDirectories(root.resolve("etc"));
    Files.writeString(
        etc.resolve("passwd"),
        """
        root:x:0:0:root:/root:/bin/sh
        nodewright:x:10001:10001:nodewright:/tmp:/usr/sbin/nologin
        nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
        """);
    Files.writeString(
        etc.resolve("group"),
        """
        root:x:0:
        nodewright:x:10001:
        nogroup:x:65534:
        """);
    Files.writeString(
        etc.resolve("nsswitch.conf"),
        """
        passwd: files
        group: files
        hosts: files dns
        """);
  }
}
