// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.authority;

import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A person's consent beyond one call. It answers questions of certain kinds about certain
/// subjects; it does not change a gate's denial.
public sealed interface Grant {
  /// Whether the grant covers the subject.
  boolean covers(GrantSubject subject);

  /// Whether it also applies in unattended runs.
  default boolean isUnattended() {
    return true;
  }

  /// The kinds of concern that it answers.
  Set<ConcernKind> answers();

  /// The granted acts, for lists and records.
  String words();

  /// The same for the person who is asked and sees the subject.
  default String offer() {
    return words();
  }

  /// The grant as data, which [#of(Json.Obj)] reads back.
  Json.Obj json();

  /// The subject of a question.
  ///
  /// @param command the command line; empty if nothing is run
  /// @param writes every path that is written by name
  /// @param intent under which it would happen, and what identifies what that says
  record GrantSubject(
      String tool,
      Optional<SubjectCommand> command,
      List<WorkspacePath> writes,
      Optional<ExactGrant> intent) {
    public GrantSubject {
      writes = List.copyOf(writes);
    }
  }

  /// A command line that a question is about.
  ///
  /// @param exact what identifies exactly this one
  /// @param schemas of its commands, where packs know them all as safe
  /// @param reversible whether its changes can be undone, regardless of packs
  /// @param shown whether all of its effects can be shown before any takes effect
  record SubjectCommand(
      ExactGrant exact, Optional<Set<String>> schemas, boolean reversible, boolean shown) {}

  /// Something with what identifies its content.
  ///
  /// @param hash `sha256:` and 64 hexadecimal digits
  /// @param attended whether it asks a person for hosts, and so does not apply in unattended runs
  record ExactGrant(String words, String hash, boolean attended) {
    /// The same in any case.
    public ExactGrant(String words, String hash) {
      this(words, hash, false);
    }
  }

  /// Commands that fit these schemas of packs, whatever their arguments.
  record Commands(Set<String> ids) implements Grant {
    public Commands {
      ids = Set.copyOf(ids);
    }

    @Override
    public boolean covers(GrantSubject subject) {
      return subject
          .command()
          .flatMap(SubjectCommand::schemas)
          .filter(ids::containsAll)
          .isPresent();
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(ConcernKind.CONFIRMATION, ConcernKind.AUTHORITY);
    }

    @Override
    public String words() {
      return "all " + String.join(", ", new TreeSet<>(ids)).replace('.', ' ');
    }

    @Override
    public Json.Obj json() {
      return Json.object()
          .put("grant", "commands")
          .put("ids", Json.texts(List.copyOf(new TreeSet<>(ids))))
          .build();
    }
  }

  /// One command, word for word, in its directory and with its hosts.
  record ThisCommand(ExactGrant command) implements Grant {
    /// How the words of a command end that names code of the workspace.
    public static final String AS_NOW = " as now";

    /// How they end where a directory of that code is too large to be compared.
    public static final String HOLDS_THEN = " holds then";

    @Override
    public boolean covers(GrantSubject subject) {
      return subject
          .command()
          .filter(line -> line.exact().hash().equals(command.hash()))
          .isPresent();
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(
          ConcernKind.CONFIRMATION,
          ConcernKind.AUTHORITY,
          ConcernKind.DESTRUCTIVE,
          ConcernKind.NETWORK);
    }

    @Override
    public String words() {
      return "exactly this command: " + command.words();
    }

    @Override
    public String offer() {
      String all = command.words();
      boolean explained = all.endsWith(AS_NOW + ")") || all.endsWith(HOLDS_THEN + ")");
      return "exactly this command"
          + (explained ? all.substring(Math.max(0, all.lastIndexOf(" ("))) : "");
    }

    @Override
    public boolean isUnattended() {
      return !command.attended();
    }

    @Override
    public Json.Obj json() {
      return Json.object()
          .put("grant", "command")
          .put("words", command.words())
          .put("hash", command.hash())
          .put("attended", command.attended())
          .build();
    }
  }

  /// Writing to places.
  record PathGrant(List<String> globs) implements Grant {
    public PathGrant {
      globs = List.copyOf(globs);
    }

    @Override
    public boolean covers(GrantSubject subject) {
      if (subject.command().isPresent() || subject.writes().isEmpty()) {
        return false;
      }
      List<GlobPattern> all = globs.stream().map(GlobPattern::of).toList();
      return subject.writes().stream()
          .allMatch(place -> all.stream().anyMatch(glob -> glob.matches(place)));
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(ConcernKind.CONFIRMATION);
    }

    @Override
    public String words() {
      return "writing " + String.join(", ", globs);
    }

    @Override
    public Json.Obj json() {
      return Json.object().put("grant", "paths").put("globs", Json.texts(globs)).build();
    }
  }

  /// One tool that neither runs nor writes anything.
  record OneTool(String name) implements Grant {
    @Override
    public boolean covers(GrantSubject subject) {
      return subject.tool().equals(name)
          && subject.command().isEmpty()
          && subject.writes().isEmpty();
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(ConcernKind.CONFIRMATION);
    }

    @Override
    public String words() {
      return "all calls of " + name;
    }

    @Override
    public Json.Obj json() {
      return Json.object().put("grant", "tool").put("name", name).build();
    }
  }

  /// Everything under an intent as it now stands: its scope, and commands that packs know as safe
  /// or whose changes can be taken back.
  record WholeIntent(ExactGrant intent) implements Grant {
    @Override
    public boolean covers(GrantSubject subject) {
      boolean known =
          subject
              .command()
              .map(line -> line.schemas().isPresent() || line.reversible())
              .orElse(true);
      return known && subject.intent().filter(i -> i.hash().equals(intent.hash())).isPresent();
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(ConcernKind.CONFIRMATION, ConcernKind.AUTHORITY, ConcernKind.REMOVAL);
    }

    @Override
    public String words() {
      return "everything under " + intent.words() + " that can be undone";
    }

    @Override
    public String offer() {
      return "everything that can be undone";
    }

    @Override
    public Json.Obj json() {
      return Json.object()
          .put("grant", "intent")
          .put("words", intent.words())
          .put("hash", intent.hash())
          .build();
    }
  }

  /// Every command under an intent as it now stands whose effects can be shown before they count.
  record ShownChangesGrant(ExactGrant intent) implements Grant {
    @Override
    public boolean covers(GrantSubject subject) {
      return subject.command().filter(SubjectCommand::shown).isPresent()
          && subject.intent().filter(i -> i.hash().equals(intent.hash())).isPresent();
    }

    @Override
    public Set<ConcernKind> answers() {
      return Set.of(
          ConcernKind.CONFIRMATION,
          ConcernKind.AUTHORITY,
          ConcernKind.REMOVAL,
          ConcernKind.DESTRUCTIVE,
          ConcernKind.CHANGED);
    }

    @Override
    public String words() {
      return "commands under " + intent.words() + ", whose changes are shown before they count";
    }

    @Override
    public String offer() {
      return "run, then show the changes";
    }

    @Override
    public Json.Obj json() {
      return Json.object()
          .put("grant", "shown")
          .put("words", intent.words())
          .put("hash", intent.hash())
          .build();
    }
  }

  /// The grant that data describes; none where this version knows no such grant.
  static Optional<Grant> of(Json.Obj json) {
    Optional<ExactGrant> exact =
        json.text("words")
            .flatMap(
                words ->
                    json.text("hash")
                        .map(hash -> new ExactGrant(words, hash, json.isTrue("attended"))));
    return switch (json.text("grant").orElse("")) {
      case "commands" -> Optional.of(new Commands(Set.copyOf(texts(json, "ids"))));
      case "command" -> exact.map(ThisCommand::new);
      case "paths" -> paths(texts(json, "globs"));
      case "tool" -> json.text("name").map(OneTool::new);
      case "intent" -> exact.map(WholeIntent::new);
      case "shown" -> exact.map(ShownChangesGrant::new);
      default -> Optional.empty();
    };
  }

  private static Optional<Grant> paths(List<String> globs) {
    try {
      globs.forEach(GlobPattern::of);
      return Optional.of(new PathGrant(globs));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static List<String> texts(Json.Obj json, String key) {
    List<String> texts = new ArrayList<>();
    for (Json item : json.items(key)) {
      if (item instanceof Json.Text(String text)) {
        texts.add(text);
      }
    }
    return texts;
  }
}
