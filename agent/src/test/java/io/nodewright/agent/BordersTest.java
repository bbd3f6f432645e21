package io.nodewright.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;

/// The module's borders.
@AnalyzeClasses(packages = "io.nodewright.agent", importOptions = DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule seesOnlyTheJdkAndJson =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.agent..", "java..", "org.jspecify..", "tools.jackson.core..");

  @ArchTest
  static final ArchRule startsNoProcessTheJavaWay =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName(ProcessBuilder.class.getName())
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName(Process.class.getName())
          .because("it can neither change root nor tell a signal from an exit code");

  @ArchTest
  static final ArchRule systemCallsInOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.agent.process")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.lang.foreign..");

  @ArchTest
  static final ArchRule jsonParserInOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.nodewright.agent.json")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("tools.jackson..");

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.nodewright.agent.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noEmptyNames =
      noClasses().should().haveNameMatching(".*(Utils?|Manager|Helper|Impl|Base|Abstract\\w*)");

  @ArchTest
  static final ArchRule noOptionalFields = fields().should().notHaveRawType(Optional.class);

  @ArchTest
  static final ArchRule noOptionalParameters =
      methods().should().notHaveRawParameterTypes(Optional.class);
}
