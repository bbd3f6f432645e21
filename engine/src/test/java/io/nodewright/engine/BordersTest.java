package io.nodewright.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/// What the engine may see. Equal input gives an equal decision on every machine only as long as
/// this holds.
@AnalyzeClasses(
    packages = "io.nodewright.engine",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule THE_JDK_AND_ITSELF =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.nodewright.engine..",
              "java.lang..",
              "java.util",
              "java.util.function",
              "java.util.stream",
              "java.time..",
              "java.math",
              "org.jspecify.annotations");

  @ArchTest
  static final ArchRule NO_CLOCK_CHANCE_OR_THREAD =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(UUID.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  @ArchTest
  static final ArchRule NO_SALTED_ORDER =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(HashMap.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(HashSet.class)
          .orShould()
          .callMethod(Map.class, "copyOf", Map.class)
          .orShould()
          .callMethod(Set.class, "copyOf", Collection.class);

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.nodewright.engine.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule SUBJECTS_DO_NOT_KNOW_THE_SNAPSHOT =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..lifecycle..",
              "..rollout..",
              "..ordering..",
              "..status..",
              "..configgate..",
              "..drain..",
              "..interrupt..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..snapshot..", "..action..");

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Impl")
          .orShould()
          .haveSimpleNameStartingWith("Base")
          .orShould()
          .haveSimpleNameStartingWith("Abstract");

  @ArchTest
  static final ArchRule OPTIONAL_IS_AN_ANSWER =
      fields().that().areDeclaredInClassesThat(arePublic()).should().notHaveRawType(Optional.class);

  @ArchTest
  static final ArchRule OPTIONAL_IS_NO_QUESTION =
      methods()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat(arePublic())
          .should()
          .notHaveRawParameterTypes(
              new DescribedPredicate<>("an Optional parameter") {
                @Override
                public boolean test(List<JavaClass> types) {
                  return types.stream().anyMatch(type -> type.isEquivalentTo(Optional.class));
                }
              });

  private static DescribedPredicate<JavaClass> arePublic() {
    return new DescribedPredicate<>("are public") {
      @Override
      public boolean test(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
      }
    };
  }
}
