// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.app.host;

import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.engine.context.RepositoryMap;
import dev.writ.engine.model.TokenEstimator;
import dev.writ.kernel.door.WorkspaceReading;
import dev.writ.syntax.DeclaredItem;
import dev.writ.syntax.FileTags;
import dev.writ.syntax.RepositoryRanking;
import dev.writ.syntax.SyntaxService;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The repository map, made by a thread of its own. Nothing of it begins before the first answer of
/// a model, so that no first request waits; what was parsed once is parsed again only where its
/// content changed. Remembered tags decide only which files and declarations come first: those that
/// are shown are read from the files themselves.
final class WorkspaceMap implements RepositoryMap, AutoCloseable {
  /// Larger files are mostly generated, in bytes.
  private static final long MAX_FILE_BYTES = 256 * 1024;

  private static final int MAX_FILES = 5000;
  private static final int MAX_WALKED = 200_000;

  /// How long the files of one map may be read and parsed; the map is made of those that were.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int MAX_PER_FILE = 12;

  private final WorkspaceReading reading;
  private final Supplier<Parsing> parsing;
  private final long maxTokens;
  private final InstantSource clock;
  private final RepositoryRanking ranking = new RepositoryRanking();
  private final Map<String, String> parsed = new HashMap<>();
  private int asked;
  private boolean running;
  private boolean closed;
  private Optional<String> ready = Optional.empty();

  /// Reads what a file declares and mentions.
  interface Parsing extends AutoCloseable {
    /// The tags of a content, perhaps as an earlier session remembered them.
    FileTags tags(String fileName, FileContent content);

    /// The tags that are read from the content itself now.
    FileTags read(String fileName, FileContent content);

    @Override
    void close();
  }

  /// @param parsing opened for each map, closed after it
  /// @param maxTokens of the map; 0 for none
  WorkspaceMap(
      WorkspaceReading reading, Supplier<Parsing> parsing, long maxTokens, InstantSource clock) {
    this.reading = reading;
    this.parsing = parsing;
    this.maxTokens = maxTokens;
    this.clock = clock;
  }

  @Override
  public synchronized Optional<String> take(Supplier<String> conversation) {
    Optional<String> map = ready;
    ready = Optional.empty();
    boolean first = asked++ == 0;
    if (map.isEmpty() && !first && !running && !closed && maxTokens > 0) {
      running = true;
      String text = conversation.get();
      Thread.ofPlatform().daemon().name("repository map").start(() -> make(text));
    }
    return map;
  }

  private void make(String conversation) {
    Optional<String> made = Optional.empty();
    try (Parsing parser = parsing.get()) {
      read(parser, conversation);
      made = Optional.of(text(parser, conversation)).filter(text -> !text.isEmpty());
    } catch (IOException | RuntimeException _) {
      // Then there is no map; nothing depends on it.
    } finally {
      done(made);
    }
  }

  private synchronized void done(Optional<String> made) {
    running = false;
    ready = closed ? Optional.empty() : made;
    closed |= made.isEmpty(); // what can't be made now is not tried again
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void read(Parsing parser, String conversation) throws IOException {
    long end = clock.millis() + PATIENCE.toMillis();
    List<WorkspacePath> files = new ArrayList<>();
    int[] walked = {0};
    reading.files(
        entry -> {
          if (wanted(entry)) {
            files.add(entry.path());
          }
          return ++walked[0] < MAX_WALKED && clock.millis() < end && !isClosed();
        });
    if (files.size() > 1) {
      files.sort(
          Comparator.comparing((WorkspacePath path) -> !conversation.contains(path.name()))
              .thenComparingInt(path -> path.segments().size())
              .thenComparing(WorkspacePath::toString));
    }
    Set<String> kept = new HashSet<>();
    for (WorkspacePath path : files.subList(0, Math.min(files.size(), MAX_FILES))) {
      if (clock.millis() >= end || isClosed()) {
        break;
      }
      kept.add(path.toString());
      Optional<FileContent> content = reading.text(path);
      String hash = content.map(FileContent::hash).orElse("");
      if (!hash.equals(parsed.put(path.toString(), hash))) {
        ranking.put(
            path.toString(),
            content.map(now -> parser.tags(path.name(), now)).orElse(FileTags.NONE));
      }
    }
    ranking.retain(kept);
    parsed.keySet().retainAll(kept);
  }

  private static boolean wanted(WalkTerms.WalkEntry entry) {
    return entry.sizeBytes() <= MAX_FILE_BYTES && SyntaxService.knows(entry.path().name());
  }

  /// The best files with their best declarations in the order of their lines, as many as fit.
  private String text(Parsing parser, String conversation) throws IOException {
    StringBuilder text = new StringBuilder();
    long tokens = 0;
    for (RepositoryRanking.RankedFile file : ranking.ranked(conversation)) {
      List<DeclaredItem> present = present(parser, file);
      if (present.isEmpty()) {
        continue; // what was remembered is not so
      }
      String block = block(file.path(), present);
      tokens += TokenEstimator.tokens(block);
      if (tokens > maxTokens) {
        break;
      }
      text.append(block);
    }
    return text.toString().strip();
  }

  /// The declarations of a file in the order of their rank, as far as the file has them now.
  private List<DeclaredItem> present(Parsing parser, RepositoryRanking.RankedFile file)
      throws IOException {
    WorkspacePath path = WorkspacePath.of(file.path());
    List<DeclaredItem> present = new ArrayList<>(file.declarations());
    present.retainAll(
        reading
            .text(path)
            .map(content -> Set.copyOf(parser.read(path.name(), content).declarations()))
            .orElse(Set.of()));
    return present;
  }

  private static String block(String path, List<DeclaredItem> best) {
    int most = Math.min(best.size(), MAX_PER_FILE);
    List<DeclaredItem> shown = new ArrayList<>(best.subList(0, most));
    shown.sort(Comparator.comparingInt(DeclaredItem::firstLine));
    StringBuilder block = new StringBuilder(DisplayText.line(path)).append(":\n");
    for (DeclaredItem item : shown) {
      block.append("  ").append(item.firstLine()).append(' ');
      block.append(DisplayText.line(item.anchor())).append('\n');
    }
    int more = best.size() - most;
    return block.append(more > 0 ? "  … " + more + " more\n" : "").toString();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
