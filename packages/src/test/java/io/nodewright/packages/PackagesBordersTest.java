package io.nodewright.packages;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;

/// The borders of the module.
@AnalyzeClasses(
    packages = "io.nodewright.packages",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesBordersTest {

  /// A package is tried and built without a cluster, and without a command line.
  @ArchTest
  static final ArchRule KNOWS_NEITHER_CLUSTER_NOR_COMMANDS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.operator..",
              "io.nodewright.sandbox..",
              "io.nodewright.engine..",
              "io.nodewright.api..",
              "io.nodewright.cli..",
              "io.fabric8..",
              "picocli..");

  /// The agent's rules are asked; the agent itself is run as a program.
  @ArchTest
  static final ArchRule ASKS_THE_AGENT_FOR_ITS_RULES_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.agent.step..",
              "io.nodewright.agent.host..",
              "io.nodewright.agent.process..",
              "io.nodewright.agent.record..",
              "io.nodewright.agent.interrupt..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.packages.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      classes().should().haveNameNotMatching(".*(Utils?|Manager|Helper|Impl|Base|Abstract.*)$");

  @ArchTest
  static final ArchRule NO_OPTIONAL_FIELDS = noFields().should().haveRawType(Optional.class);
}
