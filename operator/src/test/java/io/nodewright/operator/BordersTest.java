package io.nodewright.operator;

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

/// The module's borders (design "The house", style rules 1, 4 and 5).
@AnalyzeClasses(
    packages = "io.nodewright.operator",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule KNOWS_NEITHER_THE_CLI_NOR_THE_SANDBOX =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.cli..",
              "io.nodewright.sandbox..",
              "io.nodewright.agent..",
              "io.nodewright.simulation..");

  @ArchTest
  static final ArchRule THE_FRAMEWORK_IS_THE_EDGE_OF_PASSES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.operator.pass")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.javaoperatorsdk..");

  @ArchTest
  static final ArchRule ONLY_PASSES_DECIDE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.operator.pass")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.nodewright.engine.Engine");

  @ArchTest
  static final ArchRule WRITES_ASK_THE_FENCE =
      noClasses()
          .that()
          .resideInAnyPackage("io.nodewright.operator.act", "io.nodewright.operator.publish")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClientBuilder");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.operator.(*)..").should().beFreeOfCycles();

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
