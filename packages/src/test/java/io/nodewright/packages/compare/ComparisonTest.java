package io.nodewright.packages.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.skeleton.Skeleton;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.skeleton.SkeletonStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two versions side by side.
class ComparisonTest {

  @TempDir Path folder;

  private Path aPackage(String folderName, Set<SkeletonStage> stages) throws IOException {
    Path made = folder.resolve(folderName);
    new Skeleton("demo", "1.0.0", stages, new SkeletonInterrupt.None()).write(made);
    return made;
  }

  private List<String> lines(Path older, Path newer) throws IOException {
    return new Comparison(PackageFolder.read(older), PackageFolder.read(newer))
        .differences().stream().map(Difference::line).toList();
  }

  @Test
  @DisplayName("steps, keys and files that came and went; fields of steps that changed")
  void differences() throws IOException {
    Path older = aPackage("older", Set.of(SkeletonStage.APPLY, SkeletonStage.UNINSTALL));
    Path newer = aPackage("newer", Set.of(SkeletonStage.APPLY, SkeletonStage.CONFIG));
    Path config = newer.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config).replaceFirst("\"returncodes\": \\[0]", "\"returncodes\": [0, 3]"));
    assertEquals(
        List.of(
            "+ key settings",
            "- step uninstall uninstall.sh",
            "- step uninstall-check uninstall_check.sh",
            "~ step apply apply.sh: returncodes [0], now [0, 3]",
            "+ step config config.sh",
            "+ step config-check config_check.sh",
            "+ file skyhook_dir/config.sh",
            "+ file skyhook_dir/config_check.sh",
            "- file skyhook_dir/uninstall.sh",
            "- file skyhook_dir/uninstall_check.sh"),
        lines(older, newer));
    assertEquals(List.of(), lines(older, older));
  }
}
