// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.run;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.command.denylist.BarredCommand;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.workspace.ProgramDigests;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// The facts about a command in a receipt besides its words: the rules and packs of its judgement,
/// and the program with its environment. Built only if a command is decided.
public final class CommandEvidence {
  /// The rule of §7.3 that lets harmless reading run without a pack.
  private static final String READ_ONLY = "read-only";

  private final PackRegistry packs;
  private final ProgramEnvironment programs;
  private final ProgramDigests digests;
  private final CommandJudge judge;
  private final SessionSandbox sandbox;
  private final Set<String> ahead = ConcurrentHashMap.newKeySet();

  CommandEvidence(
      PackRegistry packs,
      ProgramEnvironment programs,
      ProgramDigests digests,
      CommandJudge judge,
      SessionSandbox sandbox) {
    this.packs = packs;
    this.programs = programs;
    this.digests = digests;
    this.judge = judge;
    this.sandbox = sandbox;
  }

  /// Hashes programs that are named for the first time, on a thread of its own: while the line is
  /// judged there is time for it, and the evidence waits for what isn't done by then.
  void hashAhead(CommandLine line) {
    List<Path> fresh = new ArrayList<>();
    for (Command command : line.commands()) {
      if (!SystemProgram.isPath(command.program()) && ahead.add(command.program())) {
        programs.find(command.program()).ifPresent(fresh::add);
      }
    }
    if (!fresh.isEmpty()) {
      var _ =
          Thread.ofPlatform()
              .daemon()
              .name("program digests")
              .start(() -> fresh.forEach(digests::computeAhead));
    }
  }

  /// The evidence about a command line.
  public Json.Obj of(Effect.RunCommand run) {
    Set<String> rules = new LinkedHashSet<>();
    judge.rule(run.line(), run.directory()).map(BarredCommand::rule).ifPresent(rules::add);
    Map<String, Json> used = new TreeMap<>();
    Map<String, Json> found = new TreeMap<>();
    Map<String, Json> hashes = new TreeMap<>();
    Map<String, Json> delta = new TreeMap<>();
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        List<String> argv = inner.command().argv();
        judged(argv, rules, used);
        String program = inner.command().program();
        programs.find(program).ifPresent(path -> found.put(program, Json.of(path.toString())));
        (SystemProgram.isPath(program) ? Optional.of(Path.of(program)) : programs.find(program))
            .flatMap(digests::of)
            .ifPresent(
                digest ->
                    hashes.put(
                        digest.real().toString(),
                        digest.hash().<Json>map(Json::of).orElse(new Json.Null())));
        inner.command().environment().keySet().forEach(name -> delta.put(name, masked()));
      }
    }
    judge
        .memory()
        .programs()
        .of(run)
        .forEach((place, hash) -> found.put("./" + place, Json.of(hash)));
    List<Json> words = new ArrayList<>();
    run.line().commands().forEach(command -> words.add(Json.texts(command.argv())));
    Set<String> names = new TreeSet<>(programs.environment().keySet());
    names.addAll(delta.keySet());
    if (run.reach() instanceof NetworkReach.Hosts && sandbox.confines()) {
      PackRequirements requirements = new PackRequirements(packs);
      run.line().commands().forEach(c -> names.addAll(requirements.proxied(c).keySet()));
    }
    return Json.object()
        .put("argv_hash", ContentHash.of(new Json.Arr(words).write()))
        .put("rules", Json.texts(List.copyOf(rules)))
        .put("packs", new Json.Obj(used))
        .put("binaries", new Json.Obj(found))
        .put("binary_hashes", new Json.Obj(hashes))
        .put("sandbox", sandbox.name())
        .put("environment", Json.texts(List.copyOf(names)))
        .put("delta", new Json.Obj(delta))
        .build();
  }

  private static Json masked() {
    return Json.of(SecretMasker.MASK);
  }

  /// A pack's own id of a command is the rule that it was read by.
  private void judged(List<String> argv, Set<String> rules, Map<String, Json> used) {
    String program = argv.getFirst();
    if (!packs.hasRead(program)
        && ReadOnlyPrograms.judge(program, argv.subList(1, argv.size()))
            instanceof ProgramInvocation.Harmless) {
      rules.add(READ_ONLY); // no pack was asked, and none is read only to be recorded
      return;
    }
    switch (packs.read(argv)) {
      case PackReading.Known known -> {
        rules.add(known.commandId());
        used(program, used);
      }
      case PackReading.Unnamed _ -> used(program, used);
      case PackReading.RefusedReading refused ->
          used.put(refused.tool(), Json.of("refused: " + refused.reason()));
      case PackReading.NoPack _, PackReading.WithdrawnPack _ -> {}
    }
  }

  private void used(String program, Map<String, Json> used) {
    if (packs.of(program) instanceof LoadedPack.Active active) {
      used.put(active.pack().tool(), Json.of(active.hash()));
    }
  }
}
