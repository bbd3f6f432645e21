package io.nodewright.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;

/// The module's borders.
@AnalyzeClasses(
    packages = "io.nodewright.cli",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_THE_OPERATOR_NOR_THE_SANDBOX =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.operator..",
              "io.nodewright.sandbox..",
              "io.nodewright.agent..",
              "io.javaoperatorsdk..");

  /// What is shown and what is changed are functions of what was read.
  @ArchTest
  static final ArchRule ONLY_THE_EDGE_KNOWS_THE_CLIENT =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.nodewright.cli.console",
              "io.nodewright.cli.nodes",
              "io.nodewright.cli.edit",
              "io.nodewright.cli.command")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8..");

  @ArchTest
  static final ArchRule ONLY_EXPLAIN_ASKS_THE_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.cli.explain")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.nodewright.engine.Engine");

  @ArchTest
  static final ArchRule ONLY_MAIN_ENDS_THE_PROCESS =
      noClasses()
          .that()
          .haveSimpleNameNotStartingWith("CliMain")
          .and()
          .doNotHaveSimpleName("StartTraining")
          .should()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.cli.(*)..").should().beFreeOfCycles();

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
  static final ArchRule NO_OPTIONAL_FIELDS = fields().should().notHaveRawType(Optional.class);

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
