// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.command.Barred;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Invocation;
import dev.writ.kernel.command.ReadOnlyPrograms;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.effect.ProgramDigests;
import dev.writ.kernel.effect.Programs;
import dev.writ.kernel.effect.Provisions;
import dev.writ.kernel.effect.Shelter;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.pack.Loaded;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.pack.Reading;
import dev.writ.kernel.policy.Masker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a receipt says of a command besides its words: by which rules and packs it was judged,
/// and what the program would be and get. Made only where a command is decided.
final class CommandEvidence {
  /// The rule of §7.3 by which harmless reading needs no pack.
  private static final String READ_ONLY = "read-only";

  private final Packs packs;
  private final Programs programs;
  private final ProgramDigests digests;
  private final CommandJudge judge;
  private final Shelter shelter;

  CommandEvidence(
      Packs packs, Programs programs, ProgramDigests digests, CommandJudge judge, Shelter shelter) {
    this.packs = packs;
    this.programs = programs;
    this.digests = digests;
    this.judge = judge;
    this.shelter = shelter;
  }

  /// The evidence about a command line.
  Json.Obj of(Effect.RunCommand run) {
    Set<String> rules = new LinkedHashSet<>();
    judge.rule(run.line(), run.directory()).map(Barred::rule).ifPresent(rules::add);
    Map<String, Json> used = new TreeMap<>();
    Map<String, Json> found = new TreeMap<>();
    Map<String, Json> hashes = new TreeMap<>();
    Map<String, Json> delta = new TreeMap<>();
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
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
    if (run.reach() instanceof Reach.Hosts && shelter.confines()) {
      Provisions provisions = new Provisions(packs);
      run.line().commands().forEach(c -> names.addAll(provisions.proxied(c).keySet()));
    }
    return Json.object()
        .put("argv_hash", Hash.of(new Json.Arr(words).write()))
        .put("rules", Json.texts(List.copyOf(rules)))
        .put("packs", new Json.Obj(used))
        .put("binaries", new Json.Obj(found))
        .put("binary_hashes", new Json.Obj(hashes))
        .put("sandbox", shelter.name())
        .put("environment", Json.texts(List.copyOf(names)))
        .put("delta", new Json.Obj(delta))
        .build();
  }

  private static Json masked() {
    return Json.of(Masker.MASK);
  }

  /// A pack's own id of a command is the rule that it was read by.
  private void judged(List<String> argv, Set<String> rules, Map<String, Json> used) {
    String program = argv.getFirst();
    if (!packs.hasRead(program)
        && ReadOnlyPrograms.judge(program, argv.subList(1, argv.size()))
            instanceof Invocation.Harmless) {
      rules.add(READ_ONLY); // no pack was asked, and none is read only to be recorded
      return;
    }
    switch (packs.read(argv)) {
      case Reading.Known known -> {
        rules.add(known.commandId());
        used(program, used);
      }
      case Reading.Unnamed _ -> used(program, used);
      case Reading.Refused refused ->
          used.put(refused.tool(), Json.of("refused: " + refused.reason()));
      case Reading.NoPack _ -> {}
    }
  }

  private void used(String program, Map<String, Json> used) {
    if (packs.of(program) instanceof Loaded.Active active) {
      used.put(active.pack().tool(), Json.of(active.hash()));
    }
  }
}
