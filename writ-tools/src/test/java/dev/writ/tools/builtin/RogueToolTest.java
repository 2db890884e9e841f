// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskTrait;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tool that does what it did not propose is a bug: the call ends, and nothing happened.
class RogueToolTest {
  @TempDir Path directory;

  record None() {}

  interface Proposing {
    List<Effect> propose(WorkspaceView view) throws IOException;
  }

  interface Performing {
    ToolResult perform(Warrant warrant) throws IOException, InterruptedException;
  }

  record Rogue(EffectClass effectClass, Proposing proposing, Performing performing)
      implements Tool<None> {
    @Override
    public ToolSpec<None> spec() {
      return new ToolSpec<>(
          ToolSpec.ToolNames.of("rogue"), "Misbehaves.", effectClass, List.of(), _ -> new None());
    }

    @Override
    public List<Effect> propose(None none, WorkspaceView view) throws IOException {
      return proposing.propose(view);
    }

    @Override
    public ToolResult perform(None none, Warrant warrant) throws IOException, InterruptedException {
      return performing.perform(warrant);
    }
  }

  @Test
  void twoDirectoriesOfACallMayShareAMissingParent() {
    Proposing both =
        view -> {
          List<Effect> effects = new ArrayList<>();
          for (String name : List.of("p/q/a", "p/q/b")) {
            PathLocation at = view.locate(name);
            effects.add(new Mutation.MakeDirectory(at, view.exact(at)));
          }
          return effects;
        };
    Performing performing =
        warrant -> {
          warrant.mutate(
              warrant.proposal().effects().stream()
                  .map(Mutation.MakeDirectory.class::cast)
                  .toList());
          return done();
        };
    try (Door door = door(both, performing)) {
      assertThat(door.call("rogue").result()).isInstanceOf(ToolResult.Success.class);

      assertThat(door.root.resolve("p/q/a")).isDirectory();
      assertThat(door.root.resolve("p/q/b")).isDirectory();
    }
  }

  private static Effect.WritePath write(PathLocation at, FileState before, String text) {
    return new Effect.WritePath(
        at,
        before,
        new Effect.WriteResult.Replaced(FileContent.of(text), new Effect.TouchedLines.AllLines()));
  }

  private static List<Effect> creates(WorkspaceView view, String path) throws IOException {
    PathLocation at = view.locate(path);
    return List.of(write(at, view.state(at), "rogue"));
  }

  private Door door(Proposing proposing, Performing performing) {
    return Door.in(
        directory,
        setup -> setup.tools = List.of(new Rogue(EffectClass.WRITE, proposing, performing)));
  }

  private static ToolResult done() {
    return new ToolResult.Success("done");
  }

  private void assertBug(Proposing proposing, Performing performing, String... untouched) {
    try (Door door = door(proposing, performing)) {
      CallAnswer answer = door.call("rogue");

      assertThat(Door.code(answer)).isEqualTo("INTERNAL_ERROR");
      for (String path : untouched) {
        assertThat(door.root.resolve(path)).doesNotExist();
      }
      assertThat(door.audit()).contains("INTERNAL_ERROR");
      assertThat(door.code("rogue")).isEqualTo("INTERNAL_ERROR");
    }
  }

  @Test
  void inv4WhatWasNotProposedDoesNotHappen() {
    assertBug(
        view -> creates(view, "a.txt"),
        warrant -> {
          PathLocation other = new PathLocation.Inside("b.txt", WorkspacePath.of("b.txt"));
          warrant.write(write(other, new FileState.Absent(), "x"));
          return done();
        },
        "a.txt",
        "b.txt");
  }

  @Test
  void anEqualEffectThatWasNotProposedDoesNotHappen() {
    assertBug(
        view -> creates(view, "a.txt"),
        warrant -> {
          Effect.WritePath proposed = (Effect.WritePath) warrant.proposal().effects().getFirst();
          warrant.write(new Effect.WritePath(proposed.at(), proposed.before(), proposed.after()));
          return done();
        },
        "a.txt");
  }

  @Test
  void aCommandThatWasNotProposedIsNotRun() {
    assertBug(
        view -> creates(view, "a.txt"),
        warrant -> {
          PathLocation here = new PathLocation.Inside(".", WorkspacePath.ROOT);
          warrant.run(
              new Effect.RunCommand(
                  CommandLine.of(Command.of("touch", "b.txt")),
                  here,
                  new Effect.RunCommand.Touches(
                      List.of(), List.of(), List.of(), false, WorkspacePath.ROOT, Optional.empty()),
                  new Effect.RunCommand.RunLimits(1, 1, 1),
                  Optional.empty(),
                  NetworkReach.NONE));
          return done();
        },
        "a.txt",
        "b.txt");
  }

  @Test
  void aReadThatWasNotProposedIsRefused() {
    assertBug(
        view -> creates(view, "a.txt"),
        warrant -> {
          PathLocation at = new PathLocation.Inside("secret", WorkspacePath.of("secret"));
          warrant.read(new Effect.ReadPath(at, Effect.ReadPath.ReadExtent.FILE));
          return done();
        },
        "a.txt");
  }

  @Test
  void aSeenThatWasNotProposedIsRefused() {
    assertBug(
        view -> creates(view, "a.txt"),
        warrant -> {
          PathLocation at = new PathLocation.Inside("secret", WorkspacePath.of("secret"));
          warrant.seen(
              new Effect.ReadPath(at, Effect.ReadPath.ReadExtent.FILE),
              FileContent.of("x"),
              new LineSpan(1, 1),
              true);
          return done();
        });
  }

  @Test
  void aFileThatWasProposedIsNoTree() {
    assertBug(
        view -> List.of(new Effect.ReadPath(view.locate("."), Effect.ReadPath.ReadExtent.FILE)),
        warrant -> {
          Effect.ReadPath read = (Effect.ReadPath) warrant.proposal().effects().getFirst();
          warrant.walk(read, _ -> WalkTerms.WalkStep.GO_ON);
          return done();
        });
  }

  /// The error of a stack or heap that is too small is not a RuntimeException.
  @Test
  void anErrorOfAToolEndsTheCallOnly() {
    Proposing creating = view -> creates(view, "a.txt");
    assertBug(
        _ -> {
          throw new StackOverflowError();
        },
        _ -> done(),
        "a.txt");
    assertBug(
        creating,
        _ -> {
          throw new StackOverflowError();
        },
        "a.txt");
  }

  @Test
  @SuppressWarnings("NullAway") // the defect
  void aRiskRuleThatBreaksDenies() {
    RiskRule broken =
        new RiskRule(
            "broken",
            Set.of(RiskTrait.CREATES),
            List.of(),
            new RiskRule.RiskFinding(70, ApprovalConcern.ConcernKind.CONFIRMATION, null),
            List.of(),
            List.of());
    try (Door door = Door.in(directory, setup -> setup.risk = List.of(broken))) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "a");

      assertThat(Door.code(answer)).isEqualTo("INTERNAL_ERROR");
      assertThat(answer.gates().getLast().gate()).isEqualTo("risk");
      assertThat(answer.denied()).isTrue();
      assertThat(door.root.resolve("a.txt")).doesNotExist();
      assertThat(door.audit()).contains("INTERNAL_ERROR");
      assertThat(door.code("list_files", "pattern", "*")).isEqualTo("ok");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // the defect
  void hooksThatBreakTheirGateDeny() throws IOException {
    Map<String, Json> nameless = new HashMap<>();
    nameless.put(null, Json.Obj.EMPTY);
    try (Door door =
        Door.in(directory, setup -> setup.hooks = Optional.of(new Json.Obj(nameless)))) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "a");

      assertThat(Door.code(answer)).isEqualTo("INTERNAL_ERROR");
      assertThat(answer.gates().getLast().gate()).isEqualTo("hooks");
      assertThat(answer.denied()).isTrue();
      assertThat(door.root.resolve("a.txt")).doesNotExist();
      assertThat(door.audit()).contains("INTERNAL_ERROR");
      assertThat(door.governor.audit().open()).isEmpty();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // the defect
  void anEffectThatCannotBeDescribedEndsTheCallOnly() {
    try (Door door =
        door(
            _ -> List.of(write(null, new FileState.Absent(), "x")),
            warrant -> {
              warrant.write((Effect.WritePath) warrant.proposal().effects().getFirst());
              return done();
            })) {
      assertThat(door.code("rogue")).isEqualTo("INTERNAL_ERROR");
    }
  }

  @Test
  void nothingHappensTwice() {
    try (Door door =
        door(
            view -> creates(view, "a.txt"),
            warrant -> {
              Effect.WritePath write = (Effect.WritePath) warrant.proposal().effects().getFirst();
              warrant.write(write);
              warrant.write(write);
              return done();
            })) {
      CallAnswer answer = door.call("rogue");

      assertThat(Door.code(answer)).isEqualTo("INTERNAL_ERROR");
      assertThat(answer.ledger()).hasSize(1);
      assertThat(door.audit()).contains(answer.ledger().getFirst().id());
    }
  }

  @Test
  void inv3AWarrantIsWorthNothingAfterItsCall() {
    AtomicReference<Warrant> kept = new AtomicReference<>();
    try (Door door =
        door(
            view -> creates(view, "a.txt"),
            warrant -> {
              kept.set(warrant);
              return done();
            })) {
      assertThat(door.code("rogue")).isEqualTo("ok");
      Warrant old = kept.get();

      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> old.write((Effect.WritePath) old.proposal().effects().getFirst()))
          .isInstanceOf(IllegalStateException.class);
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }

  @Test
  void aToolThatThrowsEndsItsCallOnly() {
    assertBug(
        view -> creates(view, "a.txt"),
        _ -> {
          throw new IllegalArgumentException("oops");
        },
        "a.txt");
    assertBug(
        _ -> {
          throw new IllegalStateException("oops");
        },
        _ -> done());
  }

  @Test
  void aToolThatFailsToLookIsAnError() {
    try (Door door =
        door(
            _ -> {
              throw new IOException("the disk is on fire");
            },
            _ -> done())) {
      assertThat(door.text("rogue")).contains("IO_ERROR").contains("on fire");
    }
  }

  @Test
  void aRefusedLocationIsNeverOpened() {
    try (Door door =
        door(
            view ->
                List.of(new Effect.ReadPath(view.locate("../x"), Effect.ReadPath.ReadExtent.FILE)),
            _ -> done())) {
      assertThat(door.code("rogue")).isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  @Test
  void aWriteByAReadingToolNeedsAnIntentAllTheSame() {
    try (Door door =
        Door.in(
            directory,
            setup ->
                setup.tools =
                    List.of(
                        new Rogue(
                            EffectClass.READ,
                            view -> creates(view, "a.txt"),
                            warrant -> {
                              warrant.write(
                                  (Effect.WritePath) warrant.proposal().effects().getFirst());
                              return done();
                            })))) {
      assertThat(door.code("rogue")).isEqualTo("INTENT_REQUIRED");
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }
}
