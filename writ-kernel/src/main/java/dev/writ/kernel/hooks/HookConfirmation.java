// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookException;
import dev.writ.kernel.hook.HookRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The acts of a person on hooks: confirming those of a repository, and the scripts in the
/// workspace that hooks run. No call of a model leads here (INV-6, INV-13).
public final class HookConfirmation {
  private final HookRegistry registry;
  private final InstantSource clock;

  public HookConfirmation(HookRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  /// A file or setting that a person can confirm.
  ///
  /// @param place relative to the workspace
  /// @param text the text to show, with control characters not yet made visible
  /// @param hash of what is confirmed
  /// @param confirmed whether its present content is confirmed
  public record Material(String place, String text, String hash, boolean confirmed) {}

  /// All that there is to confirm here: the hooks that the repository brings, then scripts.
  ///
  /// @throws IOException if something can't be read, or can't be meant
  public List<Material> materials() throws IOException {
    return materials(new ArrayList<>());
  }

  /// The directories of the workspace that hooks name: what they run or read there is not
  /// confirmed, but for the files that their words show.
  ///
  /// @throws IOException if something can't be read, or can't be meant
  public Set<String> unbound() throws IOException {
    List<Hook> hooks = new ArrayList<>();
    List<Material> _ = materials(hooks);
    Set<String> places = new TreeSet<>();
    for (Hook hook : hooks) {
      registry.scripts().directories(hook.line()).forEach(place -> places.add(place.toString()));
    }
    return places;
  }

  /// @param hooks gets all hooks
  private List<Material> materials(List<Hook> hooks) throws IOException {
    Map<String, String> trusted = registry.trusted();
    List<Material> materials = new ArrayList<>();
    try {
      registry.ownRules().ifPresent(rules -> hooks.addAll(rules.hooks()));
      for (String file : HookRegistry.PLACES) {
        Optional<Json.Obj> brought = registry.brought(file);
        if (brought.isPresent()) {
          HookRules rules = registry.rules(file, brought.get());
          hooks.addAll(rules.hooks());
          String hash = HookRegistry.hash(brought.get());
          String text = text(rules);
          materials.add(new Material(file, text, hash, hash.equals(trusted.get(file))));
        }
      }
    } catch (JsonException | HookException e) {
      throw new IOException(e.getMessage(), e);
    }
    Map<String, String> files = new TreeMap<>();
    for (Hook hook : hooks) {
      files.putAll(registry.scripts().of(hook.line()));
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      byte[] bytes = registry.scripts().read(WorkspacePath.of(file.getKey()));
      materials.add(
          new Material(
              file.getKey(),
              new String(bytes, StandardCharsets.UTF_8),
              ContentHash.of(bytes),
              ContentHash.of(bytes).equals(trusted.get(file.getKey()))));
    }
    return materials;
  }

  private static String text(HookRules rules) {
    StringBuilder text = new StringBuilder();
    for (Hook hook : rules.hooks()) {
      text.append(hook.event().word()).append(": ").append(hook.line().text());
      text.append(hook.writes() ? "   (may write in the workspace)\n" : "\n");
    }
    rules.warnings().forEach(warning -> text.append("note: ").append(warning).append('\n'));
    rules.unknown().forEach(one -> text.append("note: ").append(one.words("")).append('\n'));
    return text.toString();
  }

  /// Whether something that was confirmed is gone.
  public boolean somethingGone() throws IOException {
    List<String> there = materials().stream().map(Material::place).toList();
    return !there.containsAll(registry.trusted().keySet());
  }

  /// Confirms exactly the material that a person saw. Earlier confirmations of other material end.
  ///
  /// @throws IOException if something changed since, or the trust store can't be written
  public void confirm(List<Material> seen, String who) throws IOException {
    List<Material> now = materials();
    if (!same(now, seen)) {
      throw new IOException("the hooks changed while they were being confirmed");
    }
    TrustStore trust = registry.trust();
    for (Material material : seen) {
      trust.trustHook(
          registry.projectId(), material.place(), material.hash(), who, clock.instant());
    }
    for (String place : registry.trusted().keySet()) {
      if (seen.stream().noneMatch(material -> material.place().equals(place))) {
        trust.trustHook(registry.projectId(), place, "", who, clock.instant());
      }
    }
  }

  private static boolean same(List<Material> now, List<Material> seen) {
    return now.stream()
        .map(material -> material.place() + " " + material.hash())
        .toList()
        .equals(seen.stream().map(material -> material.place() + " " + material.hash()).toList());
  }

  /// Takes all confirmations back.
  ///
  /// @throws IOException if the trust store can't be written
  public void withdraw(String who) throws IOException {
    for (String place : registry.trusted().keySet()) {
      registry.trust().trustHook(registry.projectId(), place, "", who, clock.instant());
    }
  }
}
