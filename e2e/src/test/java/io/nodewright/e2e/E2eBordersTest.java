package io.nodewright.e2e;

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
    packages = "io.nodewright.e2e",
    importOptions = ImportOption.DoNotIncludeTests.class)
class E2eBordersTest {
  /// A run sees what a user sees: containers, the chart and the API.
  @ArchTest
  static final ArchRule FROM_OUTSIDE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.operator..", "io.nodewright.agent..", "io.nodewright.engine..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.e2e.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      classes().should().haveNameNotMatching(".*(Utils?|Manager|Helper|Impl|Base|Abstract.*)$");

  @ArchTest
  static final ArchRule NO_OPTIONAL_FIELDS = noFields().should().haveRawType(Optional.class);
}
