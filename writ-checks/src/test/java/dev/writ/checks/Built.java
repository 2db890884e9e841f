// Implements: docs/spec/02-architecture.md §2.2 (Modules)
package dev.writ.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The classes of the built jars, and what each of them uses.
final class Built {
  /// Fewer classes than this mean that the jars were not found.
  static final int LEAST_CLASSES = 1_980;

  static final JavaClasses CLASSES = load();

  private Built() {}

  private static JavaClasses load() {
    List<Location> jars =
        Project.MODULES.stream()
            .map(Project::jar)
            .map(jar -> Location.of(URI.create("jar:" + jar.toUri() + "!/")))
            .toList();
    return new ClassFileImporter().importLocations(jars);
  }

  /// One class using another, or one of its members.
  ///
  /// @param member `type.member`, with `new` for constructors; just the type where it is only named
  record Use(String from, String type, String member) {
    /// Does the pattern (`a.b.C`, `a.b.C.member`, `a.b` or `a.b..`) cover what is used?
    boolean matches(String pattern) {
      return member.equals(pattern) || covers(pattern, type);
    }

    @Override
    public String toString() {
      return from + " uses " + member;
    }
  }

  /// Is the class that pattern, in that package (`a.b`), or in or below it (`a.b..`)?
  static boolean covers(String pattern, String type) {
    if (pattern.endsWith("..")) {
      return type.startsWith(pattern.substring(0, pattern.length() - 1));
    }
    return type.equals(pattern)
        || type.startsWith(pattern + "$")
        || type.substring(0, Math.max(0, type.lastIndexOf('.'))).equals(pattern);
  }

  /// All that the classes of these packages use, members and mere mentions.
  static List<Use> uses(Predicate<JavaClass> from) {
    List<Use> uses = new ArrayList<>();
    for (JavaClass user : CLASSES) {
      if (from.test(user)) {
        user.getAccessesFromSelf().stream()
            .map(access -> access.getTarget())
            .map(to -> use(user, to.getOwner(), to.getName().replace("<init>", "new")))
            .forEach(uses::add);
        user.getDirectDependenciesFromSelf().stream()
            .map(dependency -> use(user, dependency.getTargetClass(), ""))
            .forEach(uses::add);
      }
    }
    return uses.stream().distinct().toList();
  }

  private static Use use(JavaClass from, JavaClass to, String member) {
    String type = to.getBaseComponentType().getName();
    String name = member.isEmpty() || to.isArray() ? type : type + "." + member;
    return new Use(from.getName(), type, name);
  }

  static Predicate<JavaClass> in(String... patterns) {
    return type -> Stream.of(patterns).anyMatch(pattern -> covers(pattern, type.getName()));
  }

  /// For each of our packages, which others of ours it uses.
  static Map<String, Set<String>> packages() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      if (type.getPackageName().startsWith("dev.writ.")) {
        Set<String> used = uses.computeIfAbsent(type.getPackageName(), _ -> new TreeSet<>());
        type.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType().getPackageName())
            .filter(name -> name.startsWith("dev.writ.") && !name.equals(type.getPackageName()))
            .forEach(used::add);
      }
    }
    return uses;
  }
}
