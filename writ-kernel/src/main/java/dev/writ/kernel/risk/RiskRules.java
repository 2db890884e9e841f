// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.risk;

import static dev.writ.kernel.risk.RiskTrait.CREATES;
import static dev.writ.kernel.risk.RiskTrait.DELETES;
import static dev.writ.kernel.risk.RiskTrait.MOVES;
import static dev.writ.kernel.risk.RiskTrait.REACHES;
import static dev.writ.kernel.risk.RiskTrait.REPLACES;
import static dev.writ.kernel.risk.RiskTrait.RUNS;
import static dev.writ.kernel.risk.RiskTrait.SAW_SECRET;
import static dev.writ.kernel.risk.RiskTrait.SAW_UNTRUSTED;
import static dev.writ.kernel.risk.RiskTrait.SECRET;
import static dev.writ.kernel.risk.RiskTrait.WIDENS;

import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.risk.RiskRule.RiskFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules of risk: those that are shipped, and those that a person adds.
public final class RiskRules {
  /// Files that builds and continuous integration run.
  private static final List<String> BUILD =
      List.of(
          "**/pom.xml",
          "**/package.json",
          "**/{build,settings}.gradle{,.kts}",
          "**/{M,m}akefile",
          "**/Dockerfile",
          "**/Cargo.toml",
          "**/pyproject.toml",
          "**/setup.py",
          ".github/workflows/**",
          ".gitlab-ci.yml");

  /// Files that instruct models in every session.
  private static final List<String> INSTRUCTIONS =
      List.of(
          "**/{AGENTS,AGENT,CLAUDE,GEMINI}.md",
          ".github/copilot-instructions.md",
          "**/SKILL.md",
          ".cursorrules");

  /// A tool removes files: their content is kept, so `undo` brings them back.
  public static final RiskRule DELETION =
      rule(
          "deletes",
          Set.of(DELETES),
          new RiskFinding(60, ConcernKind.REMOVAL, "removes {path}"),
          "deletes src/A.java",
          "replaces src/A.java");

  /// A file that usually holds secrets is read or changed.
  public static final RiskRule SECRET_FILE =
      rule(
          "secret",
          Set.of(SECRET),
          new RiskFinding(80, ConcernKind.SECRET, "{path} usually holds secrets"),
          "reads+secret .env",
          "reads src/Env.java");

  /// The shipped rules that look at one proposal.
  public static final List<RiskRule> SHIPPED =
      List.of(
          rule("creates", Set.of(CREATES), quiet(10, "creates {path}"), "creates a", "reads a"),
          rule("replaces", Set.of(REPLACES), quiet(20, "changes {path}"), "replaces a", "reads a"),
          rule("moves", Set.of(MOVES), quiet(30, "moves {path}"), "moves a", "replaces a"),
          rule("runs", Set.of(RUNS), quiet(10, "runs programs"), "runs", "reads a"),
          DELETION,
          SECRET_FILE,
          new RiskRule(
              "build",
              Set.of(REPLACES),
              globs(BUILD),
              quiet(40, "changes what builds run: {path}"),
              List.of("replaces pom.xml", "replaces web/package.json"),
              List.of("replaces src/pom.txt", "reads pom.xml")));

  /// The shipped rules for a session that has read from the network (§9.5).
  public static final List<RiskRule> TAINT =
      List.of(
          rule(
              "taint-send",
              Set.of(SAW_UNTRUSTED, SAW_SECRET, REACHES),
              taint("this session has read secrets and from the network, and this can send"),
              "saw_untrusted+saw_secret+reaches+runs",
              "saw_untrusted+reaches"),
          rule(
              "taint-secret",
              Set.of(SAW_UNTRUSTED, SECRET),
              taint("this session has read from the network, and {path} usually holds secrets"),
              "saw_untrusted+secret .env",
              "secret .env"),
          rule(
              "taint-widens",
              Set.of(SAW_UNTRUSTED, WIDENS),
              taint(
                  "this session has read from the network, and this continues under another intent"),
              "saw_untrusted+widens",
              "widens"),
          instructions("taint-instructs", REPLACES),
          instructions("taint-begins-instructions", CREATES));

  private RiskRules() {}

  private static RiskRule instructions(String id, RiskTrait trait) {
    return new RiskRule(
        id,
        Set.of(SAW_UNTRUSTED, trait),
        globs(INSTRUCTIONS),
        taint("this session has read from the network, and {path} instructs later ones"),
        List.of("saw_untrusted+" + trait.word() + " AGENTS.md"),
        List.of(trait.word() + " AGENTS.md", "saw_untrusted+" + trait.word() + " README.md"));
  }

  private static RiskFinding quiet(int score, String reason) {
    return new RiskFinding(score, ConcernKind.CONFIRMATION, reason);
  }

  private static RiskFinding taint(String reason) {
    return new RiskFinding(90, ConcernKind.TAINT, reason);
  }

  private static RiskRule rule(
      String id, Set<RiskTrait> when, RiskFinding finding, String match, String other) {
    return new RiskRule(id, when, List.of(), finding, List.of(match), List.of(other));
  }

  private static List<GlobPattern> globs(List<String> patterns) {
    List<GlobPattern> globs = new ArrayList<>(patterns.size());
    for (String pattern : patterns) {
      globs.add(GlobPattern.of(pattern));
    }
    return globs;
  }

  /// A person's own rule, as the configuration has it.
  ///
  /// @throws IllegalArgumentException if it is not a rule, or its examples give another result than
  ///     they state
  public static RiskRule of(Json.Obj json) {
    Set<String> known =
        Set.of("id", "when", "paths", "score", "kind", "reason", "match", "not_match");
    for (String key : json.members().keySet()) {
      if (!known.contains(key)) {
        throw new IllegalArgumentException("a rule has no '" + key + "'");
      }
    }
    String id =
        json.text("id").orElseThrow(() -> new IllegalArgumentException("a rule needs an id"));
    long score = json.number("score").orElse(-1);
    if (score < 0 || score > 100) {
      throw new IllegalArgumentException("the rule " + id + " needs a score from 0 to 100");
    }
    RiskFinding finding =
        new RiskFinding(
            (int) score,
            kind(json.text("kind").orElse("destructive")),
            json.text("reason").orElse(id));
    List<RiskTrait> when = new ArrayList<>();
    for (String word : texts(json, "when")) {
      when.add(
          RiskTrait.of(word)
              .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is not a trait")));
    }
    return new RiskRule(
            id,
            Set.copyOf(when),
            globs(texts(json, "paths")),
            finding,
            texts(json, "match"),
            texts(json, "not_match"))
        .checked();
  }

  private static ConcernKind kind(String word) {
    return Optional.of(word)
        .flatMap(ApprovalConcern.ConcernKind::of)
        .orElseThrow(() -> new IllegalArgumentException("there is no concern '" + word + "'"));
  }

  private static List<String> texts(Json.Obj json, String key) {
    List<String> texts = new ArrayList<>();
    for (Json item : json.items(key)) {
      if (!(item instanceof Json.Text(String text))) {
        throw new IllegalArgumentException(key + ": a text was expected");
      }
      texts.add(text);
    }
    return texts;
  }
}
