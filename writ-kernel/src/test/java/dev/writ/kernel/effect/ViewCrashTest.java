// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.command.CommandParser;
import dev.writ.kernel.command.Parsed;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.sandbox.Live;
import dev.writ.kernel.scope.IgnoreRules;
import dev.writ.kernel.scope.WorkspacePath;
import dev.writ.kernel.snapshot.Exempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Applying what a command changed, cut off at each step: the next process finishes it, or nothing
/// was changed at all.
class ViewCrashTest {
  private static final String SCRIPT =
      """
      echo more >> old.txt
      rm gone.txt
      rm -r tree
      echo file > tree
      rm file; mkdir -m 700 file; echo inner > file/inner
      mkdir -p new/deep; echo x > new/deep/x
      ln -sf old.txt link
      chmod 600 mode.txt
      mv moved elsewhere
      mkdir -p out/classes; echo o > out/classes/A
      """;

  @TempDir Path directory;

  /// The process died.
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// A workspace, and what works there.
  private static final class Site implements AutoCloseable {
    private final Root root;
    private final Hands hands;
    private final Shelter shelter;
    private final CommandHand hand;
    private final CommandViews views;

    Site(Path place, ViewApplication.Steps steps) throws IOException {
      Files.createDirectories(place.resolve("tree/below"));
      for (String file : List.of("old.txt", "gone.txt", "tree/below/a", "file", "mode.txt")) {
        Files.writeString(place.resolve(file), file);
      }
      Files.createDirectory(place.resolve("moved"));
      Files.writeString(place.resolve("moved/m"), "m");
      Files.createSymbolicLink(place.resolve("link"), Path.of("gone.txt"));
      Files.writeString(place.resolve("s.sh"), SCRIPT);
      root = Root.open(place);
      hands = Hands.of(root, List.of());
      Path home = place.resolveSibling("home");
      shelter = new Shelter(root, home, List.of(), "namespaces", Optional.empty());
      Packs packs = new Packs(new ShippedPacks(), new PersonalPacks(home));
      hand = new CommandHand(hands, new Programs(Map.of()), packs, shelter, Optional.empty());
      views = new CommandViews(hands, shelter, steps);
    }

    /// Runs the script in a view and applies what it changed.
    void run(ViewChanges.Recording recording) throws Exception {
      CommandView view = views.open(Json.Obj.EMPTY, List.of()).orElseThrow();
      try {
        Outcome outcome = hand.run(run(), Live.NOBODY, PersonsScripts.NONE, view);
        assertThat(outcome.status()).as(outcome.stderr().text()).isZero();
        var _ = view.changes().apply(view.changes().differences(rules()), recording);
      } catch (Crash e) {
        view.changes().files.release(); // as the system does
        Path own = view.changes().files.file("upper/..").normalize();
        Files.move(own, own.resolveSibling("dead"));
        throw e;
      }
      view.close();
    }

    private Effect.RunCommand run() {
      return new Effect.RunCommand(
          ((Parsed.Line) CommandParser.parse("sh s.sh")).line(),
          hands.locator().locate("."),
          new Effect.RunCommand.Touches(List.of(), List.of(), List.of(), true, WorkspacePath.ROOT),
          new Effect.RunCommand.Limits(60, 1 << 20, 1 << 20),
          Optional.empty(),
          Reach.NONE);
    }

    private static Exempt rules() {
      return new Exempt(IgnoreRules.NONE, _ -> Optional.empty(), _ -> false, Set.of("out"));
    }

    /// All that isn't Writ's own: in a killed view the kernel's directory is closed.
    Map<String, String> tree() throws IOException {
      Map<String, String> tree = new TreeMap<>();
      try (Stream<Path> top = Files.list(root.path())) {
        for (Path entry : (Iterable<Path>) top::iterator) {
          if (!entry.endsWith(".writ")) {
            add(entry, tree);
          }
        }
      }
      return tree;
    }

    private void add(Path top, Map<String, String> tree) throws IOException {
      try (Stream<Path> all = Files.walk(top)) {
        for (Path path : (Iterable<Path>) all::iterator) {
          Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
          boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
          String content = file ? Files.readString(path) : "";
          tree.put(root.path().relativize(path).toString(), mode + content);
        }
      }
    }

    @Override
    public void close() {
      shelter.close();
      root.close();
    }
  }

  @Test
  void whateverStepItDiesAtTheNextProcessFinishesIt() throws Exception {
    Map<String, String> whole;
    int[] steps = {0};
    try (Site site = new Site(directory.resolve("whole/ws"), _ -> steps[0]++)) {
      site.run(() -> {});
      whole = site.tree();
    }
    assertThat(steps[0]).isGreaterThan(12);
    assertThat(whole).containsKeys("elsewhere/m", "new/deep/x", "out/classes/A", "file/inner");
    for (int n = 0; n < steps[0]; n++) {
      int[] left = {n};
      try (Site site =
          new Site(
              directory.resolve("ws" + n + "/ws"),
              _ -> {
                if (left[0]-- == 0) {
                  throw new Crash();
                }
              })) {
        assertThatThrownBy(() -> site.run(() -> {})).isInstanceOf(Crash.class);
        List<AbandonedView> abandoned = AbandonedView.all(site.hands);
        assertThat(abandoned).hasSize(1);
        assertThat(abandoned.getFirst().finish()).contains(Map.of());
        assertThat(site.tree()).as("step " + n).isEqualTo(whole);
        abandoned.getFirst().drop();
        assertThat(AbandonedView.all(site.hands)).isEmpty();
      }
    }
  }

  @Test
  void whatCanNotBeRecordedDoesNotHappen() throws Exception {
    try (Site site = new Site(directory.resolve("ws"), ViewApplication.Steps.UNWATCHED)) {
      Map<String, String> before = site.tree();
      assertThatThrownBy(
              () ->
                  site.run(
                      () -> {
                        throw new IOException("no space left");
                      }))
          .isInstanceOf(IOException.class);
      assertThat(site.tree()).isEqualTo(before);
    }
  }

  @Test
  void aProcessThatDiesBeforeThePlanIsWholeLeavesNothing() throws Exception {
    try (Site site = new Site(directory.resolve("ws"), ViewApplication.Steps.UNWATCHED)) {
      Map<String, String> before = site.tree();
      assertThatThrownBy(
              () ->
                  site.run(
                      () -> {
                        throw new Crash();
                      }))
          .isInstanceOf(Crash.class);
      AbandonedView abandoned = AbandonedView.all(site.hands).getFirst();
      assertThat(abandoned.begun()).isTrue();
      assertThat(abandoned.finish()).isEmpty();
      assertThat(site.tree()).isEqualTo(before);
    }
  }

  @Test
  void aStepThatFailsIsToldAndTheRestIsApplied() throws Exception {
    try (Site site =
        new Site(
            directory.resolve("ws"),
            what -> {
              if (what.endsWith("old.txt")) {
                throw new IOException("no space left");
              }
            })) {
      site.run(() -> {});
      assertThat(site.tree()).containsEntry("old.txt", site.tree().get("old.txt"));
      assertThat(site.root.path().resolve("old.txt")).hasContent("old.txt");
      assertThat(site.root.path().resolve("new/deep/x")).hasContent("x");
    }
  }
}
