// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.app.host;

import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.MutationClass;
import dev.writ.kernel.ledger.SemanticComparison;
import dev.writ.syntax.Syntax;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The comparison by syntax trees, of which nothing is loaded before the first change. Its parser
/// is another process of the same JVM, with what the image has beside the module path: arguments,
/// cache, shared libraries.
final class SyntaxTrees implements SemanticComparison {
  private @Nullable SemanticComparison opened;

  @Override
  public MutationClass classOf(List<Change> changes) {
    return opened().classOf(changes);
  }

  @Override
  public List<String> anchors(Change change) {
    return opened().anchors(change);
  }

  private synchronized SemanticComparison opened() {
    SemanticComparison known = opened;
    if (known == null) {
      String modules = System.getProperty("jdk.module.path");
      known = modules == null ? SemanticComparison.plain() : new Syntax(command(Path.of(modules)));
      opened = known;
    }
    return known;
  }

  private static List<String> command(Path modules) {
    Path lib = modules.toAbsolutePath();
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:AOTCache=" + lib.resolveSibling("syntax.aot"),
        "@" + lib.resolveSibling("syntax.args"));
  }

  @Override
  public synchronized void rest() {
    if (opened != null) {
      opened.rest();
    }
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close();
    }
  }
}
