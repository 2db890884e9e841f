// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Conventions that show only in the sources: sizes, names, documentation.
class SourceTest {
  private static final int MOST_FILE_LINES = 400;
  private static final int MOST_METHOD_LINES = 60;
  private static final int MOST_COMPONENTS = 6;

  /// Fewer methods than this mean that the test looks in the wrong place.
  private static final int LEAST_METHODS = 13_000;

  private static final String BAD_NAME =
      ".*(Util|Utils|Helper|Helpers|Manager|Impl)|(Abstract|Base)[A-Z].*";

  @Test
  void filesAreShort() {
    assertThat(Project.sources()).isNotEmpty();
    assertThat(Project.sources())
        .filteredOn(source -> Project.read(source).lines().count() > MOST_FILE_LINES)
        .isEmpty();
  }

  @Test
  void typesAndMethodsKeepTheConventions() {
    Conventions found = new Conventions(published());
    found.read(Project.sources());

    assertThat(found.methods).isGreaterThan(LEAST_METHODS);
    assertThat(found.faults).isEmpty();
  }

  @Test
  void documentationIsMarkdown() {
    assertThat(Project.sources())
        .filteredOn(
            source -> Project.read(source).lines().anyMatch(line -> line.strip().startsWith("/**")))
        .isEmpty();
  }

  /// The packages that the modules below the program export to all.
  private static Set<String> published() {
    Set<String> packages = new HashSet<>();
    Stream.of("base", "command", "records", "kernel", "history", "engine")
        .flatMap(module -> ModuleFinder.of(Project.jar(module)).findAll().stream())
        .flatMap(module -> module.descriptor().exports().stream())
        .filter(exports -> !exports.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .forEach(packages::add);
    assertThat(packages).contains("dev.writ.kernel.call", "dev.writ.engine.model");
    return packages;
  }

  /// Walks over syntax trees and notes what breaks a convention.
  private static final class Conventions extends TreePathScanner<@Nullable Void, Boolean> {
    private final Set<String> published;
    private final List<String> faults = new ArrayList<>();
    private int methods;
    private @Nullable SourcePositions positions;
    private @Nullable DocTrees docs;

    Conventions(Set<String> published) {
      this.published = published;
    }

    void read(List<Path> sources) {
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      try (StandardJavaFileManager files =
          compiler.getStandardFileManager(null, Locale.ROOT, null)) {
        JavacTask task =
            (JavacTask)
                compiler.getTask(
                    new StringWriter(),
                    files,
                    null,
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
        docs = DocTrees.instance(task);
        positions = docs.getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
          scan(unit, published.contains(String.valueOf(unit.getPackageName())) && isMain(unit));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isMain(CompilationUnitTree unit) {
      return Path.of(unit.getSourceFile().toUri()).toString().contains("/src/main/");
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, Boolean visible) {
      String name = type.getSimpleName().toString();
      if (name.matches(BAD_NAME)) {
        fault(name, "a name that says nothing; find the word of the vocabulary");
      }
      if (type.getKind() == Tree.Kind.RECORD && components(type) > MOST_COMPONENTS) {
        fault(name, "more than " + MOST_COMPONENTS + " components: a type is missing");
      }
      // Members of an interface are public without saying so.
      boolean published = visible && (isPublic(type) || inInterface());
      if (published && docs != null && docs.getDocComment(getCurrentPath()) == null) {
        fault(name, "published, but has no /// documentation");
      }
      return super.visitClass(type, published);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, Boolean visible) {
      methods++;
      long lines = line(method, true) - line(method, false) + 1;
      if (lines > MOST_METHOD_LINES) {
        fault(method.getName().toString(), lines + " lines");
      }
      return super.visitMethod(method, false);
    }

    private boolean inInterface() {
      return getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
    }

    private static boolean isPublic(ClassTree type) {
      return type.getModifiers().getFlags().contains(Modifier.PUBLIC);
    }

    /// A record's components are its fields that are not static.
    private static long components(ClassTree type) {
      return type.getMembers().stream()
          .filter(VariableTree.class::isInstance)
          .map(VariableTree.class::cast)
          .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
          .count();
    }

    private long line(MethodTree method, boolean end) {
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      if (positions == null) {
        throw new IllegalStateException("not reading");
      }
      long position =
          end ? positions.getEndPosition(unit, method) : positions.getStartPosition(unit, method);
      return position < 0 ? 0 : unit.getLineMap().getLineNumber(position);
    }

    private void fault(String name, String what) {
      Path source = Path.of(getCurrentPath().getCompilationUnit().getSourceFile().toUri());
      faults.add(Project.relative(source) + ", " + name + ": " + what);
    }
  }
}
