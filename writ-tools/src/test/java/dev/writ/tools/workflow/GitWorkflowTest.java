// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.workflow;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.workflow.WorkflowGroup.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Ordinary work is the same with Writ as without it: the lines of `lines.txt` are run in a plain
/// repository and, through the door, in another one; after each the two are alike. What Writ
/// refuses is marked there, and must be as if nobody had asked for it.
@Execution(CONCURRENT)
class GitWorkflowTest {
  private static final String GIT_CONFIGURATION =
      "[user]\n\tname = Test\n\temail = test@example.invalid\n[init]\n\tdefaultBranch = main\n";

  /// Without it a group is played under one mechanism, unless what it does depends on that.
  private static final boolean LONG = Boolean.getBoolean("long");

  private static final List<String> MECHANISMS = List.of("namespaces", "landlock");
  private static final String FSCK = "git fsck --connectivity-only --no-dangling --no-progress";

  static Stream<Arguments> groups() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (WorkflowGroup group : WorkflowGroup.all()) {
      List<String> names =
          LONG || group.depends() ? MECHANISMS : List.of(MECHANISMS.get(all.size() % 2));
      names.forEach(mechanism -> all.add(Arguments.of(group, mechanism)));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("groups")
  void everyLineDoesWhatItDoesWithoutWrit(
      WorkflowGroup group, String mechanism, @TempDir Path directory) throws Exception {
    for (String program : group.needs()) {
      assumeThat(Path.of("/usr/bin", program)).isExecutable();
    }
    Path home = Files.createDirectory(directory.resolve("home"));
    Files.writeString(home.resolve(".gitconfig"), GIT_CONFIGURATION);
    Files.writeString(home.resolve(".npmrc"), "offline=true\nupdate-notifier=false\n");
    WorkflowRepository plain =
        new WorkflowRepository(Files.createDirectories(directory.resolve("plain/root")), home)
            .begin();
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
              setup.environment = Map.of("HOME", home.toString());
              setup.rules = Door.under(mechanism);
            })) {
      WorkflowRepository guarded = new WorkflowRepository(door.root, home).begin();
      SoftAssertions all = new SoftAssertions();
      Set<String> known = new HashSet<>(); // a difference is told once
      for (Line line : group.lines()) {
        LineOutcome wanted = wanted(line, mechanism, plain);
        LineOutcome outcome =
            LineOutcome.of(door.call("run_command", "command", line.command()), guarded);
        all.assertThat(outcome.differences(wanted, isPartly(line)).stream().filter(known::add))
            .as("%s%n%s%nwithout Writ: %s", line.command(), outcome.told(), wanted.told())
            .isEmpty();
      }
      if (!isPartly(group.lines().getLast())) {
        all.assertThat(guarded.run(FSCK)).isEqualTo(plain.run(FSCK));
      }
      all.assertAll();
    }
  }

  private static LineOutcome wanted(Line line, String mechanism, WorkflowRepository plain)
      throws IOException, InterruptedException {
    return line instanceof Line.Refused refused && refused.under(mechanism)
        ? LineOutcome.refused(refused.end(), plain)
        : LineOutcome.of(plain.run(line.command()), plain);
  }

  private static boolean isPartly(Line line) {
    return line instanceof Line.Refused refused && refused.partly();
  }
}
