package io.nodewright.sandbox;

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
    packages = "io.nodewright.sandbox",
    importOptions = ImportOption.DoNotIncludeTests.class)
class SandboxBordersTest {
  /// The operator and the agent run as processes of their own; what they are inside is not ours to
  /// know.
  @ArchTest
  static final ArchRule NO_INSIDES_OF_OTHERS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.operator..", "io.nodewright.agent..", "io.javaoperatorsdk..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.sandbox.(*)..").should().beFreeOfCycles();

  /// Plain packages that know nothing of the cluster.
  @ArchTest
  static final ArchRule PLAIN_PACKAGES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..process..", "..archive..", "..binaries..", "..image..", "..machine..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8..");

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      classes().should().haveNameNotMatching(".*(Utils?|Manager|Helper|Impl|Base|Abstract.*)$");

  @ArchTest
  static final ArchRule NO_OPTIONAL_FIELDS = noFields().should().haveRawType(Optional.class);
}
