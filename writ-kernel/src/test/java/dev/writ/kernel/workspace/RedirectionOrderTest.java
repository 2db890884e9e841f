// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.hand.CommandHand;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.secret.GitAttributesFile;
import dev.writ.kernel.secret.SecretFiles;
import dev.writ.kernel.secret.SecretHiding;
import dev.writ.kernel.secret.SecretSettings;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.store.PersonalPacks;
import dev.writ.kernel.store.ShippedPacks;
import dev.writ.pack.file.PackRegistry;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.protection.RightfulWriters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every order of up to three redirections does what a POSIX shell does with it. Orders of three
/// are played at the middle place of a pipeline, with `-Dlong=true` at every place.
class RedirectionOrderTest {
  private static final List<String> REDIRECTIONS =
      List.of(">f", ">>f", "2>f", "2>&1", ">&2", "&>f", "<f");

  private static final int MOST_ANYWHERE = Boolean.getBoolean("long") ? 3 : 2;

  /// The start of every line, and the content of the file.
  private static final String BEFORE = "before\n";

  /// Writes to both streams, and says what it read.
  private static final String PROGRAM =
      "read -r line; echo \"read $line\"; echo error >&2; echo output\n";

  @TempDir Path directory;

  /// The result of a line.
  private record Left(String file, String stdout, String stderr) {}

  private static List<String> orders(int most) {
    List<String> orders = new ArrayList<>(List.of(""));
    int from = 0;
    for (int length = 1; length <= most; length++) {
      int to = orders.size();
      for (int i = from; i < to; i++) {
        for (String redirection : REDIRECTIONS) {
          orders.add((orders.get(i) + " " + redirection).strip());
        }
      }
      from = to;
    }
    return orders;
  }

  /// At the first, a middle and the last place of a pipeline.
  private static List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    for (String order : orders(Math.min(most, MOST_ANYWHERE))) {
      lines.add("sh p " + order + " | sed s/^/on:/");
      lines.add("echo up | sh p " + order);
    }
    for (String order : orders(most)) {
      lines.add("echo up | sh p " + order + " | sed s/^/on:/");
    }
    return lines;
  }

  @Test
  @Tag("slow")
  void everyOrderIsTheShells() throws Exception {
    assertThat(ours(lines(3), "none", Optional.of(new UnsandboxedConsent("a test"))))
        .isEqualTo(shells(lines(3)));
  }

  @Test
  void alsoInASandbox() throws Exception {
    Map<String, Left> shells = shells(lines(1));

    assertThat(ours(lines(1), "namespaces", Optional.empty())).isEqualTo(shells);
    assertThat(ours(lines(1), "landlock", Optional.empty())).isEqualTo(shells);
  }

  /// All lines by one shell. `&>` is not an operator of POSIX; its meaning is.
  private Map<String, Left> shells(List<String> lines) throws Exception {
    Path place = Files.createDirectories(directory.resolve("shell"));
    Files.writeString(place.resolve("p"), PROGRAM);
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replace("&>f", ">f 2>&1");
      script.append("echo before >f; { ").append(line).append("; } >o").append(i);
      script.append(" 2>e").append(i).append(" </dev/null; mv f f").append(i).append('\n');
    }
    Files.writeString(place.resolve("script"), script);
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "script").directory(place.toFile());
    shell.environment().put("LC_ALL", "C");
    assertThat(shell.inheritIO().start().waitFor()).isZero();
    Map<String, Left> left = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      left.put(
          lines.get(i),
          new Left(
              Files.readString(place.resolve("f" + i)),
              Files.readString(place.resolve("o" + i)),
              Files.readString(place.resolve("e" + i))));
    }
    return left;
  }

  private Map<String, Left> ours(
      List<String> lines, String wish, Optional<UnsandboxedConsent> consent) throws Exception {
    Path place = Files.createDirectories(directory.resolve("ours-" + wish));
    Files.writeString(place.resolve("p"), PROGRAM);
    Path file = place.resolve("f");
    Map<String, Left> left = new LinkedHashMap<>();
    try (WorkspaceRoot root = WorkspaceRoot.open(place);
        SessionSandbox sandbox =
            new SessionSandbox(
                root,
                directory.resolve("home"),
                List.of(),
                wish,
                consent,
                new RepositoryUse(root, directory.resolve("git"), RightfulWriters.NONE))) {
      PathLocator locator = new PathLocator(root, List.of(), List.of());
      PackRegistry packs = new PackRegistry(new ShippedPacks(), new PersonalPacks(directory));
      ObjectStore store = new ObjectStore(root);
      Hands hands =
          new Hands(
              root,
              locator,
              store,
              new FileHand(root, store),
              new TreeWalk(root, locator),
              root.path().resolveSibling("data"));
      ProgramEnvironment programs = new ProgramEnvironment(Map.of());
      WorkspaceChangeDetector detector =
          new WorkspaceChangeDetector(
              hands, new GitHead(place), programs, sandbox, () -> _ -> false);
      SecretHiding.SecretSources secrets =
          new SecretHiding.SecretSources(
              new SecretFiles(root, detector, List.of()),
              new GitAttributesFile(directory),
              new SecretSettings(root.path(), directory.resolve("home"), List.of()));
      CommandHand hand =
          new CommandHand(hands, programs, packs, sandbox, Optional.empty(), secrets);
      for (String line : lines) {
        Files.writeString(file, BEFORE, StandardCharsets.US_ASCII);
        if (!(CommandParser.parse(line) instanceof ParsedCommand.ParsedLine(var parsed))) {
          throw new AssertionError(line);
        }
        Effect.RunCommand run =
            new Effect.RunCommand(
                parsed,
                locator.locate("."),
                new Effect.RunCommand.Touches(
                    List.of(), List.of(), List.of(), true, WorkspacePath.ROOT, Optional.empty()),
                new Effect.RunCommand.RunLimits(60, 1 << 20, 1 << 20),
                Optional.empty(),
                NetworkReach.NONE);
        CommandOutcome outcome = hand.run(run, LiveListener.NOBODY, PersonScripts.NONE);
        left.put(
            line,
            new Left(Files.readString(file), outcome.stdout().text(), outcome.stderr().text()));
      }
    }
    return left;
  }
}
