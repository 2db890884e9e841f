// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.policy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.name.SecretNames;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import dev.writ.kernel.protection.ObeyedNames;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Names inside a workspace that are protected from writing, whether they exist yet or not, and
/// names whose reading a person is asked about. Compared without regard to case and without
/// invisible characters, because some file systems do so too.
public final class ProtectedNames {

  private ProtectedNames() {}

  /// Whether nothing may write there: a program obeys it, and no agreement changes that.
  public static boolean isProtected(WorkspacePath place) {
    return ObeyedNames.SHIPPED.refuses(place);
  }

  /// The protected names in the root.
  public static List<String> names() {
    Set<String> names = new TreeSet<>();
    for (ObeyedName row : ObeyedNames.SHIPPED.rows()) {
      if (row.obedience() == ObedienceRule.REFUSED && !row.pattern().startsWith("*")) {
        names.add(row.pattern());
      }
    }
    return List.copyOf(names);
  }

  /// Whether reading it needs a person's agreement.
  public static boolean isSecret(WorkspacePath place) {
    return !place.isRoot()
        && SecretNames.holds(place.segments().stream().map(ObeyedNames::fold).toList());
  }

  /// The names by which a place is reached that need it; none for a place outside.
  public static List<WorkspacePath> secrets(PathLocation location) {
    return location instanceof PathLocation.Inside inside
        ? inside.names().stream().filter(ProtectedNames::isSecret).toList()
        : List.of();
  }

  /// Whether a file of that name in a directory may be a secret; [#isSecret] says whether it is.
  ///
  /// @param directory where it lies, as [#directory] has its name
  public static boolean mayBeSecret(String name, String directory) {
    return SecretNames.mayHold(ObeyedNames.fold(name), directory);
  }

  /// The name of a directory by which the files in it may count: its own, or that of a directory of
  /// keys around it; empty for the root's.
  public static String directory(WorkspacePath place) {
    String own = fold(place);
    if (place.segments().size() > 1 && !SecretNames.isKeyDirectory(own)) {
      for (String segment : place.segments()) {
        String name = ObeyedNames.fold(segment);
        if (SecretNames.isKeyDirectory(name)) {
          return name;
        }
      }
    }
    return own;
  }

  /// Whether a file of that name is a tool's settings, whose values tell whether they are secrets.
  ///
  /// @param directory where it lies, as [#fold] has its name
  public static boolean isSettings(String name, String directory) {
    return SettingsForm.inProject(directory + "/" + ObeyedNames.fold(name)).isPresent();
  }

  /// A name as names are compared; empty for the root's.
  public static String fold(WorkspacePath place) {
    return place.isRoot() ? "" : ObeyedNames.fold(place.name());
  }

  /// Whether a file of such a name is a secret only where its content says so.
  public static boolean isSecretByContent(WorkspacePath place) {
    return SecretNames.isDecidedByContent(fold(place));
  }

  /// Whether that content of such a file is a secret.
  public static boolean isSecretContent(WorkspacePath place, String content) {
    return SecretNames.isSecretContent(fold(place), content);
  }

  /// Whether it is a key for a project's tests, judged by its path.
  public static boolean isTestKey(WorkspacePath place) {
    return SecretNames.isTestKey(place.segments().stream().map(ObeyedNames::fold).toList());
  }

  /// Attributes by which Git shows no content of secret files.
  public static String gitAttributes() {
    return SecretNames.gitAttributes();
  }

  /// Patterns of paths by which Git finds files that may be secret.
  public static List<String> pathspecs() {
    return SecretNames.pathspecs();
  }

  /// The names of files that usually hold secrets, as shells and grep write patterns.
  public static List<String> secretNames() {
    return SecretNames.NAMES;
  }
}
