package io.nodewright.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;
import java.util.Set;

/// The module's borders (style rules 5, 6 and 14).
@AnalyzeClasses(
    packages = "io.nodewright.api",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BorderTest {

  /// All that is used of fabric8's client.
  private static final Set<String> OF_THE_CLIENT =
      Set.of("io.fabric8.kubernetes.client.CustomResource");

  @ArchTest
  static final ArchRule onlyTheModelAndJson =
      classes()
          .should()
          .onlyDependOnClassesThat(
              DescribedPredicate.describe(
                  "are the JDK, ours, fabric8's model, its schema annotations or Jackson",
                  BorderTest::allowed));

  @ArchTest
  static final ArchRule theEngineDecides =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.nodewright.engine.Engine")
          .because("this module translates; it decides nothing");

  @ArchTest
  static final ArchRule noEmptyWords =
      noClasses()
          .should()
          .haveNameMatching(".*(Utils?|Manager|Helper|Impl)")
          .orShould()
          .haveSimpleNameStartingWith("Base")
          .orShould()
          .haveSimpleNameStartingWith("Abstract");

  @ArchTest
  static final ArchRule noOptionalFields = fields().should().notHaveRawType(Optional.class);

  @ArchTest
  static final ArchRule noOptionalParameters =
      methods()
          .should()
          .notHaveRawParameterTypes(
              DescribedPredicate.describe(
                  "an Optional among them",
                  types -> types.stream().anyMatch(type -> type.isEquivalentTo(Optional.class))));

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.nodewright.api.(*)..").should().beFreeOfCycles();

  private static boolean allowed(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    String name = element.getName();
    String top = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    return element.isPrimitive()
        || OF_THE_CLIENT.contains(top)
        || startsWithAny(
            name,
            "java.",
            "io.nodewright.api.",
            "io.nodewright.engine.",
            "io.fabric8.kubernetes.api.",
            "io.fabric8.kubernetes.model.annotation.",
            "io.fabric8.generator.annotation.",
            "tools.jackson.",
            "com.fasterxml.jackson.annotation.",
            "org.jspecify.annotations.");
  }

  private static boolean startsWithAny(String name, String... prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
