import static java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import static java.lang.classfile.ClassFile.StackMapsOption;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Gives old class files the form of Java 8, with the same code: a start cache takes no class that
/// was compiled for Java 5, as picocli is, and to load and verify its classes anew is what a start
/// would take longest for.
///
/// Usage: `java NewClassFiles.java ROOT FOLDER`, the folder with the class files below the root of
/// their packages.
final class NewClassFiles {

  /// Of Java 5 and older; newer ones are left as they are.
  private static final int OLD = 49;

  private static final int NEW = 52;

  private NewClassFiles() {}

  public static void main(String[] arguments) throws Exception {
    URL root = Path.of(arguments[0]).toUri().toURL();
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of(arguments[1]))) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    try (URLClassLoader classes = new URLClassLoader(new URL[] {root})) {
      ClassFile form =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
      for (Path file : files) {
        var old = form.parse(file);
        if (old.majorVersion() <= OLD) {
          Files.write(file, form.transformClass(old, renewal()));
        }
      }
    }
  }

  private static ClassTransform renewal() {
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(NEW, 0);
          } else {
            builder.with(element);
          }
        };
    return version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL));
  }
}
