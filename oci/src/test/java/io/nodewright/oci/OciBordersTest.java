package io.nodewright.oci;

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
    packages = "io.nodewright.oci",
    importOptions = ImportOption.DoNotIncludeTests.class)
class OciBordersTest {
  /// Whoever has files to pack can use it.
  @ArchTest
  static final ArchRule NOTHING_OF_OTHERS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.operator..",
              "io.nodewright.images..",
              "io.nodewright.agent..",
              "io.nodewright.sandbox..",
              "io.nodewright.engine..",
              "io.nodewright.api..",
              "io.fabric8..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.oci.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      classes().should().haveNameNotMatching(".*(Utils?|Manager|Helper|Impl|Base|Abstract.*)$");

  @ArchTest
  static final ArchRule NO_OPTIONAL_FIELDS = noFields().should().haveRawType(Optional.class);
}
