// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.app.host;

import dev.writ.app.process.ProgramVersion;
import dev.writ.base.value.FileContent;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.MutationClass;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.journal.DiskPort;
import dev.writ.syntax.FileTags;
import dev.writ.syntax.SyntaxService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The comparison by syntax trees, of which nothing is loaded before the first change. Its parser
/// is another process of the same JVM, with files of the image: arguments, cache, shared libraries.
final class SyntaxComparison implements SemanticComparison {
  /// The property with the image's directory, which `./writ` sets.
  private static final String IMAGE = "writ.image";

  private @Nullable SemanticComparison opened;

  @Override
  public MutationClass classOf(List<FileChange> changes) {
    return opened().classOf(changes);
  }

  @Override
  public List<String> anchors(FileChange change) {
    return opened().anchors(change);
  }

  private synchronized SemanticComparison opened() {
    SemanticComparison known = opened;
    if (known == null) {
      String image = System.getProperty(IMAGE);
      known =
          image == null ? SemanticComparison.plain() : new SyntaxService(command(Path.of(image)));
      opened = known;
    }
    return known;
  }

  /// A parser of its own for the repository map: a file that kills it must not cost changes their
  /// comparison. Empty where the program was not started from an image.
  ///
  /// @param data the person's data directory, where tags are remembered
  static Optional<Supplier<WorkspaceMap.Parsing>> parsing(Path data, Path project, DiskPort disk) {
    String image = System.getProperty(IMAGE);
    return image == null
        ? Optional.empty()
        : Optional.of(
            () ->
                new TagCache(
                    new MapParsing(new SyntaxService(command(Path.of(image)))),
                    TagCache.file(data, project),
                    ProgramVersion.line() + " " + image,
                    disk));
  }

  private record MapParsing(SyntaxService syntax) implements WorkspaceMap.Parsing {
    @Override
    public FileTags tags(String fileName, FileContent content) {
      return syntax.tags(fileName, content);
    }

    @Override
    public FileTags read(String fileName, FileContent content) {
      return syntax.tags(fileName, content);
    }

    @Override
    public void close() {
      syntax.close();
    }
  }

  private static List<String> command(Path image) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:AOTCache=" + image.resolve("syntax.aot"),
        "@" + image.resolve("syntax.args"));
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
