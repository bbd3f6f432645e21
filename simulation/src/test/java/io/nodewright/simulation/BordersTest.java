package io.nodewright.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/// The module's borders: no network, no other clock and no other chance than its own.
@AnalyzeClasses(
    packages = "io.nodewright.simulation",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule NO_NETWORK_AND_NO_SHELL =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net..",
              "io.javaoperatorsdk..",
              "io.nodewright.operator..",
              "io.nodewright.sandbox..",
              "io.nodewright.agent..",
              "io.nodewright.cli..");

  @ArchTest
  static final ArchRule TIME_IS_VIRTUAL =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.simulation.run..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Clock.class);

  @ArchTest
  static final ArchRule CHANCE_IS_THE_SEEDS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Random.class, UUID.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(System.class, "identityHashCode", Object.class);

  @ArchTest
  static final ArchRule THE_CLUSTER_KNOWS_NO_OPERATOR =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.nodewright.simulation.time..",
              "io.nodewright.simulation.chance..",
              "io.nodewright.simulation.fault..",
              "io.nodewright.simulation.server..",
              "io.nodewright.simulation.controller..",
              "io.nodewright.simulation.node..",
              "io.nodewright.simulation.cluster..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.simulation.operator..",
              "io.nodewright.simulation.people..",
              "io.nodewright.simulation.scenario..",
              "io.nodewright.simulation.invariant..",
              "io.nodewright.simulation.run..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.simulation.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_EMPTY_WORDS =
      noClasses()
          .should()
          .haveNameMatching(".*(Utils?|Manager|Helper|Impl|Service|Handler)")
          .orShould()
          .haveSimpleNameStartingWith("Base")
          .orShould()
          .haveSimpleNameStartingWith("Abstract");

  @ArchTest
  static final ArchRule NO_OPTIONAL_FIELDS =
      fields().that().areNotPrivate().should().notHaveRawType(Optional.class);

  @ArchTest
  static final ArchRule NO_OPTIONAL_PARAMETERS =
      methods()
          .that()
          .areNotPrivate()
          .should()
          .notHaveRawParameterTypes(
              DescribedPredicate.describe(
                  "an Optional among them",
                  types -> types.stream().anyMatch(type -> type.isEquivalentTo(Optional.class))));
}
