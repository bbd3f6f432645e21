package io.nodewright.engine.interrupt;

import static io.nodewright.engine.Fixtures.aPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.interrupt.Member.Standing;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is owed and what becomes of several: contract 04 §2 and §9, 02 §5.3.
class MergeTest {

  private static final Interrupt NONE = new Interrupt.None();

  @ParameterizedTest(name = "{0}")
  @MethodSource("owing")
  void owed(
      String rule, PackageSpec spec, PackageRecord record, List<String> changed, Interrupt owed) {
    assertEquals(owed, OwedInterrupt.of(spec, record, changed));
  }

  static Stream<Arguments> owing() {
    PackageSpec reboot = with(aPackage("p", "1.0.0").interrupt(Interrupt.Type.REBOOT).build());
    PackageSpec service = with(aPackage("p", "1.0.0").build(), "a*", service("x"));
    PackageSpec both =
        with(aPackage("p", "1.0.0").interrupt(Interrupt.Type.REBOOT).build(), "a*", service("x"));
    return Stream.of(
        arguments(
            "LD5 a first install owes the package's own",
            reboot,
            at(reboot, Stage.APPLY, true),
            List.of(),
            of(Interrupt.Type.REBOOT)),
        arguments(
            "L28 I71 pending and a changed key: merged, the higher rank wins",
            both,
            at(both, Stage.CONFIG, true),
            List.of("a.conf"),
            of(Interrupt.Type.REBOOT)),
        arguments(
            "I69 L26 cleared and a changed key: the key's alone",
            both,
            at(both, Stage.CONFIG, false),
            List.of("a.conf"),
            service("x")),
        arguments(
            "I70 L27 cleared and no key that matches: nothing",
            both,
            at(both, Stage.CONFIG, false),
            List.of("b.conf"),
            NONE),
        arguments(
            "L29 no own interrupt, a key that a glob matches",
            service,
            at(service, Stage.CONFIG, false),
            List.of("a.properties"),
            service("x")),
        arguments(
            "LD5 no own interrupt, no key: nothing",
            service,
            at(service, Stage.CONFIG, false),
            List.of(),
            NONE),
        arguments(
            "L44 an uninstall owes its own, without a look at the flag",
            reboot,
            at(reboot, Stage.UNINSTALL, false),
            List.of(),
            of(Interrupt.Type.REBOOT)),
        arguments(
            "LD5 an entry without the flag is done with it",
            reboot,
            at(reboot, Stage.CONFIG, false),
            List.of(),
            NONE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("groups")
  void group(String rule, List<Member> members, InterruptGroup expected) {
    assertEquals(expected, InterruptGroup.of(members));
  }

  static Stream<Arguments> groups() {
    return Stream.of(
        arguments(
            "I48 L74 LM5 services are united; the first by name hosts",
            List.of(ready("zeb", service("cron")), ready("dax", service("containerd", "foobar"))),
            group("dax", service("containerd", "cron", "foobar"), "dax", "zeb")),
        arguments(
            "I49 L76 LM4 a reboot wins and drops the services",
            List.of(ready("dexter", of(Interrupt.Type.REBOOT)), ready("alan", service("rsyslog"))),
            group("dexter", of(Interrupt.Type.REBOOT), "alan", "dexter")),
        arguments(
            "LM4 restartAllServices is above service and noop",
            List.of(
                ready("a", of(Interrupt.Type.NOOP)),
                ready("b", of(Interrupt.Type.RESTART_ALL_SERVICES)),
                ready("c", service("x"))),
            group("b", of(Interrupt.Type.RESTART_ALL_SERVICES), "a", "b", "c")),
        arguments(
            "I50 L77 LM2 one that is not as far holds the others",
            List.of(
                ready("a", of(Interrupt.Type.REBOOT)), member("b", service("x"), Standing.BUSY)),
            new InterruptGroup.Waits(List.of(ref("a")), List.of(ref("b")))),
        arguments(
            "LM2 nobody is ready",
            List.of(member("b", service("x"), Standing.BUSY)),
            new InterruptGroup.Nobody()),
        arguments(
            "LM8 LM10 those that have begun go by themselves",
            List.of(
                ready("late", of(Interrupt.Type.REBOOT)),
                member("a", service("x"), Standing.BEGUN),
                member("b", service("y"), Standing.BEGUN),
                member("c", service("z"), Standing.BUSY)),
            group("a", service("x", "y"), "a", "b")),
        arguments(
            "J14 duplicates are dropped and the union is sorted",
            List.of(ready("a", service("containerd")), ready("b", service("cron", "containerd"))),
            group("a", service("containerd", "cron"), "a", "b")),
        arguments(
            "J14 a single package keeps its order, without duplicates",
            List.of(ready("a", service("cron", "containerd", "cron"))),
            group("a", service("cron", "containerd"), "a")));
  }

  @Property
  void theOrderOfMembersChangesNothing(
      @ForAll("members") List<Member> members, @ForAll Random random) {
    List<Member> shuffled = new ArrayList<>(members);
    Collections.shuffle(shuffled, random);
    assertEquals(InterruptGroup.of(members), InterruptGroup.of(shuffled));
  }

  @Property
  void mergingInStepsIsMergingAtOnce(
      @ForAll("interrupts") List<Interrupt.Of> some,
      @ForAll("interrupts") List<Interrupt.Of> others) {
    List<Interrupt.Of> all = new ArrayList<>(some);
    all.addAll(others);
    List<Interrupt.Of> steps = new ArrayList<>();
    for (List<Interrupt.Of> part : List.of(some, others)) {
      if (Merge.of(part) instanceof Interrupt.Of merged) {
        steps.add(merged);
      }
    }
    assertEquals(asSet(Merge.of(all)), asSet(Merge.of(steps)));
  }

  private static Object asSet(Interrupt interrupt) {
    return switch (interrupt) {
      case Interrupt.None none -> none;
      case Interrupt.Of(Interrupt.Type type, List<String> services) ->
          List.of(type, new TreeSet<>(services));
    };
  }

  @Provide
  Arbitrary<List<Interrupt.Of>> interrupts() {
    return Combinators.combine(
            Arbitraries.of(Interrupt.Type.values()),
            Arbitraries.of("a", "b", "c").list().ofMaxSize(3))
        .as(Interrupt.Of::new)
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<List<Member>> members() {
    return Combinators.combine(
            Arbitraries.of("p", "q", "r", "s", "t"),
            Arbitraries.of(Interrupt.Type.values()),
            Arbitraries.of("a", "b", "c").list().ofMaxSize(3),
            Arbitraries.of(Standing.values()))
        .as(
            (name, type, services, standing) ->
                member(name, new Interrupt.Of(type, services), standing))
        .list()
        .uniqueElements(Member::ref)
        .ofMaxSize(5);
  }

  private static InterruptGroup group(String host, Interrupt.Of interrupt, String... covers) {
    TreeSet<PackageRef> refs = new TreeSet<>();
    Stream.of(covers).map(MergeTest::ref).forEach(refs::add);
    return new InterruptGroup.Ready(interrupt, ref(host), refs);
  }

  private static Member ready(String name, Interrupt.Of owed) {
    return member(name, owed, Standing.READY);
  }

  private static Member member(String name, Interrupt.Of owed, Standing standing) {
    return new Member(ref(name), owed, standing);
  }

  private static PackageRef ref(String name) {
    return new PackageRef(name, "1.0.0");
  }

  private static Interrupt.Of of(Interrupt.Type type) {
    return new Interrupt.Of(type, List.of());
  }

  private static Interrupt.Of service(String... services) {
    return new Interrupt.Of(Interrupt.Type.SERVICE, List.of(services));
  }

  private static PackageRecord at(PackageSpec spec, Stage stage, boolean pending) {
    return PackageRecord.starting(spec, stage, pending);
  }

  private static PackageSpec with(PackageSpec spec) {
    return spec;
  }

  private static PackageSpec with(PackageSpec spec, String pattern, Interrupt.Of interrupt) {
    SortedMap<String, Interrupt.Of> configInterrupts = new TreeMap<>();
    configInterrupts.put(pattern, interrupt);
    return new PackageSpec(
        spec.ref(),
        spec.image(),
        spec.containerSha(),
        spec.agentImageOverride(),
        spec.interrupt(),
        spec.dependsOn(),
        spec.configMap(),
        configInterrupts,
        spec.env(),
        spec.resources(),
        spec.gracefulShutdown(),
        spec.stageTimeout(),
        spec.uninstallEnabled(),
        spec.uninstallApply());
  }
}
