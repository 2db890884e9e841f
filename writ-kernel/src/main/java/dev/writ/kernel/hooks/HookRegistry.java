// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookException;
import dev.writ.kernel.hook.HookRules;
import dev.writ.kernel.hook.HookVariables;
import dev.writ.kernel.repository.RepositoryIdentity;
import dev.writ.kernel.session.WorkspacePlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The hooks of a session: those of the person's configuration, and those that a repository brings
/// as far as a person confirmed exactly these. Loaded once, and anew where a person confirmed
/// others meanwhile, or took a confirmation back: whatever becomes of the files changes nothing.
public final class HookRegistry {
  /// The files of hooks that repositories have for other agents. All of them are below protected
  /// names.
  static final List<String> PLACES =
      List.of(".claude/settings.json", ".claude/settings.local.json", ".codex/hooks.json");

  private static final int MAX_BYTES = 1024 * 1024;

  private final Hands hands;
  private final WorkspacePlace place;
  private final TrustStore trust;
  private final Optional<Json.Obj> own;
  private final HookScripts scripts;
  private int edition = -1;
  private Optional<Map<String, String>> confirmed = Optional.empty();
  private Optional<Loaded> loaded = Optional.empty();
  private Optional<Boolean> none = Optional.empty();
  private Optional<Boolean> nothingThere = Optional.empty();

  /// @param own `hooks` of the person's configuration
  public HookRegistry(Hands hands, WorkspacePlace place, TrustStore trust, Optional<Json.Obj> own) {
    this.hands = hands;
    this.place = place;
    this.trust = trust;
    this.own = own;
    this.scripts = new HookScripts(hands);
  }

  /// The hooks of a session.
  ///
  /// @param notices notices for a person about hooks that do not run
  /// @param broken the reasons to deny every call that a hook would judge; empty if all hooks were
  ///     read
  public record Loaded(List<Hook> hooks, List<String> notices, List<String> broken) {
    public Loaded {
      hooks = List.copyOf(hooks);
      notices = List.copyOf(notices);
      broken = List.copyOf(broken);
    }
  }

  /// Whether there is nothing to load: nothing is configured, the repository brings nothing, and
  /// nothing was confirmed that could have gone. Found out once: a session goes by the hooks it
  /// began with, as long as no person says otherwise.
  synchronized boolean none() {
    renew(trust.edition());
    if (none.isEmpty()) {
      none = Optional.of(nothingThere() && confirmed.filter(Map::isEmpty).isPresent());
    }
    return none.get();
  }

  /// Forgets what was loaded if a person's words about hooks are others now.
  private void renew(int now) {
    if (edition != now) {
      edition = now;
      Optional<Map<String, String>> before = confirmed;
      try {
        confirmed = Optional.of(trusted());
      } catch (IOException _) {
        confirmed = Optional.empty(); // what can't be read is not nothing
      }
      if (!confirmed.equals(before)) {
        loaded = Optional.empty();
        none = Optional.empty();
        nothingThere = Optional.empty();
      }
    }
  }

  /// Whether nothing is configured and the repository brings nothing. It costs a look at two names,
  /// because every session passes here.
  synchronized boolean nothingThere() {
    if (nothingThere.isEmpty()) {
      nothingThere = Optional.of(own.isEmpty() && nothingBrought());
    }
    return nothingThere.get();
  }

  private boolean nothingBrought() {
    try {
      return hands.root().attributes(WorkspacePath.of(".claude")).isEmpty()
          && hands.root().attributes(WorkspacePath.of(".codex")).isEmpty();
    } catch (IOException _) {
      return false; // what can't be looked at is not nothing
    }
  }

  Path root() {
    return hands.root().path();
  }

  HookScripts scripts() {
    return scripts;
  }

  String projectId() {
    return AuthorityToken.projectId(new RepositoryIdentity(hands.root().path()).text());
  }

  TrustStore trust() {
    return trust;
  }

  /// The confirmations of a person here.
  Map<String, String> trusted() throws IOException {
    return trust().trustedHooks(projectId());
  }

  private HookVariables variables() {
    return HookVariables.of(
        hands.root().path().toString(), place.environment().getOrDefault("HOME", "/"));
  }

  /// The hooks in force, by what persons have said up to now.
  public synchronized Loaded loaded() {
    renew(trust.lookAgain());
    if (loaded.isEmpty()) {
      loaded = Optional.of(load());
    }
    return loaded.get();
  }

  private Loaded load() {
    List<Hook> hooks = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    try {
      if (own.isPresent()) {
        hooks.addAll(HookRules.read(own.get(), "hooks", variables()).hooks());
      }
    } catch (HookException e) {
      broken.add(String.valueOf(e.getMessage()));
    }
    try {
      Map<String, String> trusted = trusted();
      for (String file : PLACES) {
        repository(file, Optional.ofNullable(trusted.get(file)), hooks, notices, broken);
      }
    } catch (IOException e) {
      broken.add("the record of confirmed hooks cannot be read: " + e.getMessage());
    }
    return new Loaded(hooks, notices, broken);
  }

  private void repository(
      String file,
      Optional<String> trusted,
      List<Hook> hooks,
      List<String> notices,
      List<String> broken) {
    try {
      Optional<Json.Obj> brought = brought(file);
      String hash = brought.map(HookRegistry::hash).orElse("");
      if (trusted.isEmpty()) {
        if (brought.isPresent()) {
          notices.add(
              file
                  + " has hooks that no person has confirmed here: they do not run; review and"
                  + " confirms them with `writ trust hooks`");
        }
      } else if (!trusted.get().equals(hash)) {
        broken.add(
            file
                + (brought.isEmpty() ? " has lost its hooks" : "'s hooks were changed")
                + " since a person confirmed them; `writ trust hooks` shows them");
      } else if (brought.isPresent()) {
        hooks.addAll(rules(file, brought.get()).hooks());
      }
    } catch (JsonException | HookException | IOException e) {
      String problem = file + ": " + e.getMessage();
      (trusted.isPresent() ? broken : notices).add(problem + "; its hooks do not run");
    }
  }

  /// The rules that a repository's file means.
  HookRules rules(String file, Json.Obj brought) throws HookException {
    return HookRules.read(brought, file, variables());
  }

  /// The rules of the person's own configuration.
  Optional<HookRules> ownRules() throws HookException {
    return own.isPresent()
        ? Optional.of(HookRules.read(own.get(), "hooks", variables()))
        : Optional.empty();
  }

  /// The identity of the hooks of a file, independent of its other content.
  static String hash(Json.Obj brought) {
    return ContentHash.of(brought.write());
  }

  /// The hooks that a repository's file brings; empty if it brings none.
  Optional<Json.Obj> brought(String file) throws IOException, JsonException {
    WorkspacePath at = WorkspacePath.of(file);
    if (hands.root().attributes(at).isEmpty()) {
      return Optional.empty();
    }
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(hands.root().read(at, MAX_BYTES)))
              .toString();
    } catch (CharacterCodingException _) {
      throw new IOException("is not valid UTF-8");
    }
    if (!(ConfigDocument.json(text).root() instanceof Json.Obj settings)
        || settings.isTrue("disableAllHooks")) {
      return Optional.empty();
    }
    Json hooks = settings.get("hooks").orElse(Json.Obj.EMPTY);
    return hooks instanceof Json.Obj found && !found.members().isEmpty()
        ? Optional.of(found)
        : Optional.empty();
  }

  /// The objection to running a hook: a file of the workspace that it runs differs from the
  /// confirmed one. Empty if there is none.
  ///
  /// @param named the files that its words name, with their hashes
  Optional<String> objection(Hook hook, Map<String, String> named) throws IOException {
    if (named.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> trusted = new LinkedHashMap<>(trusted());
    for (Map.Entry<String, String> file : named.entrySet()) {
      String confirmed = trusted.getOrDefault(file.getKey(), "");
      if (!confirmed.equals(file.getValue())) {
        return Optional.of(
            "%s %s, so %s was not run; a person confirms it with `writ trust hooks`"
                .formatted(
                    file.getKey(),
                    confirmed.isEmpty()
                        ? "is in the workspace and no person has confirmed it"
                        : "was changed since a person confirmed it",
                    hook.title()));
      }
    }
    return Optional.empty();
  }
}
