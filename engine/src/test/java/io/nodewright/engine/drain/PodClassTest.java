package io.nodewright.engine.drain;

import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a drain does about a pod: contract 04 §6.1, first matching row wins.
class PodClassTest {

  private static final DrainSettings NORMAL = DrainSettings.DEFAULTS;
  private static final DrainSettings GENTLE = settings(false, true, false, true);
  private static final DrainSettings KEEPS_DATA = settings(false, false, true, true);
  private static final DrainSettings DELETES = settings(true, true, true, true);
  private static final DrainSettings STRICT = settings(true, false, false, false);

  private static final PodClass IGNORED = new PodClass.Ignored();
  private static final PodClass AWAITED = new PodClass.Awaited();
  private static final PodClass EVICTED = new PodClass.Evicted();
  private static final PodClass DELETED = new PodClass.Deleted();

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void classOfPod(String rule, PodBuilder pod, DrainSettings settings, PodClass expected) {
    assertEquals(expected, PodClass.of(pod.build(), settings));
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        arguments(
            "ID1 a finished pod does not count", aPod("a").finished().bare(), GENTLE, IGNORED),
        arguments("ID2 a mirror pod stays", aPod("a").mirror().bare(), GENTLE, IGNORED),
        arguments(
            "ID3 I24 a pod that tolerates everything is neither evicted nor waited for",
            aPod("a").tolerating("", "Exists", "").bare(),
            GENTLE,
            IGNORED),
        arguments(
            "ID3 a pod that tolerates the taint of the cordon stays",
            aPod("a").tolerating("node.kubernetes.io/unschedulable", "Exists", "NoSchedule"),
            NORMAL,
            IGNORED),
        arguments(
            "ID3 I25 a toleration of another effect does not match",
            aPod("a").tolerating("node.kubernetes.io/unschedulable", "Exists", "NoExecute"),
            NORMAL,
            EVICTED),
        arguments(
            "ID4 I27 J55 a package pod is left alone without any toleration",
            aPod("a").ofPackage().bare(),
            GENTLE,
            IGNORED),
        arguments(
            "ID4 I26 the labels alone, in another namespace, exempt nobody",
            aPod("a")
                .in("x")
                .label("nodewright.nvidia.com/name", "nw")
                .label("nodewright.nvidia.com/package", "p-1.0.0"),
            NORMAL,
            EVICTED),
        arguments("ID5 I29 a DaemonSet pod stays", aPod("a").daemonSet(), NORMAL, IGNORED),
        arguments(
            "ID5 I29 also while it terminates",
            aPod("a").daemonSet().terminating(),
            NORMAL,
            IGNORED),
        arguments(
            "ID5 without ignoreDaemonSets a DaemonSet pod is classed by the later rows",
            aPod("a").daemonSet(),
            settings(false, true, false, false),
            EVICTED),
        arguments(
            "ID6 a terminating pod is waited for, whatever blocks it",
            aPod("a").terminating().bare().emptyDir(),
            STRICT,
            AWAITED),
        arguments(
            "ID7 I30 a bare pod blocks unless forced",
            aPod("a").bare(),
            GENTLE,
            blocks("UnmanagedPod", "pod has no managing controller")),
        arguments("ID7 a bare pod goes when forced", aPod("a").bare(), NORMAL, EVICTED),
        arguments(
            "ID8 I31 a pod with an emptyDir blocks when its data are to be kept",
            aPod("a").emptyDir(),
            KEEPS_DATA,
            blocks("EmptyDirData", "pod has an emptyDir volume")),
        arguments("ID8 an emptyDir is no matter by default", aPod("a").emptyDir(), NORMAL, EVICTED),
        arguments(
            "ID9 I40 with disableEviction a pod is deleted past its budget",
            aPod("a"),
            DELETES,
            DELETED),
        arguments("ID10 any other pod is evicted", aPod("a"), NORMAL, EVICTED),
        arguments(
            "ID10 I28 O45 a pod in kube-system is evicted like any other",
            aPod("coredns").in("kube-system"),
            NORMAL,
            EVICTED),
        arguments(
            "ID7 ID8 a pod may block for two reasons",
            aPod("a").bare().emptyDir(),
            STRICT,
            new PodClass.Blocks(
                List.of(
                    new DrainBlocker(
                        "default",
                        "a",
                        BlockReason.UNMANAGED_POD,
                        "pod has no managing controller"),
                    new DrainBlocker(
                        "default",
                        "a",
                        BlockReason.EMPTY_DIR_DATA,
                        "pod has an emptyDir volume")))));
  }

  private static PodClass blocks(String reason, String detail) {
    return new PodClass.Blocks(
        List.of(new DrainBlocker("default", "a", BlockReason.of(reason).orElseThrow(), detail)));
  }

  private static DrainSettings settings(
      boolean disableEviction, boolean deleteEmptyDir, boolean force, boolean ignoreDaemonSets) {
    return new DrainSettings(
        disableEviction,
        deleteEmptyDir,
        force,
        ignoreDaemonSets,
        Duration.ZERO,
        Duration.ofSeconds(-1));
  }
}
