package io.nodewright.engine.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// How packages are ordered: contract 02 §2.1.
class PackageRefTest {

  @Property
  void isOrderedAsItsUniqueName(
      @ForAll("references") PackageRef one, @ForAll("references") PackageRef other) {
    assertEquals(
        Integer.signum(one.key().compareTo(other.key())), Integer.signum(one.compareTo(other)));
  }

  /// Characters before and after the separator; short names, so that one begins as another does.
  @Provide
  Arbitrary<PackageRef> references() {
    Arbitrary<String> names =
        Arbitraries.strings().withChars("a-.{}~\u00e9").ofMinLength(1).ofMaxLength(3);
    Arbitrary<String> versions =
        Arbitraries.strings().withChars("1-.|~").ofMinLength(1).ofMaxLength(3);
    return Combinators.combine(names, versions).as(PackageRef::new);
  }
}
