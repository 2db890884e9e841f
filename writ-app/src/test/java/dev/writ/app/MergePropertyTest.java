// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Random sources are laid over each other as a plain model of §14.1 does it.
class MergePropertyTest {
  private static final int CASES = 150;

  private static final List<Json> WORDS = List.of(Json.of("x"), Json.of("y"), Json.of("strict"));
  private static final List<Json> PROFILES = List.of(Json.of("standard"), Json.of("strict"));
  private static final List<Json> FLAGS = List.of(Json.of(true), Json.of(false));
  private static final List<Json> NUMBERS = List.of(Json.of(1), Json.of(2), Json.of(300));
  private static final List<Json> LISTS =
      List.of(
          Json.texts(List.of()), Json.texts(List.of("rm", "dd")), Json.texts(List.of("dd", "x y")));

  private static final List<Json> EFFECTS =
      List.of(
          Json.texts(List.of()),
          Json.texts(List.of("read", "network")),
          Json.texts(List.of("network", "ask_user")));

  /// Keys with values of theirs, one of each rule for projects.
  private static final Map<String, List<Json>> KEYS =
      Map.ofEntries(
          Map.entry("llm.model", WORDS),
          Map.entry("llm.max_tokens", NUMBERS),
          Map.entry("agent.max_iterations", NUMBERS),
          Map.entry("ui.show_tool_calls", FLAGS),
          Map.entry("llm.endpoint", WORDS),
          Map.entry("undo.max_age_days", NUMBERS),
          Map.entry("authority.observe_executes", FLAGS),
          Map.entry("safety.blocked_commands", LISTS),
          Map.entry("safety.require_confirmation", EFFECTS),
          Map.entry("governance.require_declared_intents", FLAGS),
          Map.entry("governance.taint", FLAGS),
          Map.entry("governance.profile", PROFILES));

  private static final Set<String> ADDED =
      Set.of("safety.blocked_commands", "safety.require_confirmation");
  private static final Set<String> ONLY_TRUE =
      Set.of("governance.require_declared_intents", "governance.taint", "ui.show_tool_calls");
  private static final String LOWERED = "agent.max_iterations";
  private static final Set<String> NEVER =
      Set.of("llm.endpoint", "undo.max_age_days", "authority.observe_executes");

  /// A source: what it sets, and whether its names are written with dots.
  private record Source(Map<String, Json> values, boolean dotted) {
    String text() {
      if (dotted) {
        return new Json.Obj(values).write();
      }
      Map<String, Map<String, Json>> nested = new LinkedHashMap<>();
      values.forEach(
          (key, value) -> {
            String[] names = key.split("\\.", 2);
            nested.computeIfAbsent(names[0], _ -> new LinkedHashMap<>()).put(names[1], value);
          });
      Map<String, Json> all = new LinkedHashMap<>();
      nested.forEach((name, members) -> all.put(name, new Json.Obj(members)));
      return new Json.Obj(all).write();
    }
  }

  private static final Gen<Source> SOURCE =
      random -> {
        Map<String, Json> values = new LinkedHashMap<>();
        for (String key : KEYS.keySet().stream().sorted().toList()) {
          if (random.nextInt(3) == 0) {
            List<Json> choice = of(KEYS, key);
            values.put(key, choice.get(random.nextInt(choice.size())));
          }
        }
        return new Source(values, random.nextBoolean());
      };

  /// The lowest first: system-wide personal, personal, project, `--config`, environment.
  private static final Gen<List<Source>> SOURCES =
      random -> {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          sources.add(SOURCE.next(random));
        }
        return sources;
      };

  @Test
  void sourcesAreLaidOverEachOtherKeyByKey() {
    Gen.check(CASES, SOURCES, sources -> shown(sources).equals(expected(sources)));
  }

  /// A project's file only tightens.
  @Test
  void inv13AProjectsFileTightensAndNeverLoosens() {
    Gen.check(
        CASES,
        SOURCES,
        sources -> {
          List<Source> without = new ArrayList<>(sources);
          without.set(2, new Source(Map.of(), true));
          Map<String, Json> with = shown(sources);
          Map<String, Json> bare = shown(without);
          for (String key : NEVER) {
            assertThat(of(with, key)).as(key).isEqualTo(of(bare, key));
          }
          for (String key : ADDED) {
            assertThat(items(of(with, key))).as(key).containsAll(items(of(bare, key)));
          }
          for (String key : ONLY_TRUE) {
            boolean kept =
                !of(bare, key).equals(Json.of(true)) || of(with, key).equals(Json.of(true));
            assertThat(kept).as(key).isTrue();
          }
          assertThat(isMore(of(with, LOWERED), of(bare, LOWERED))).isFalse();
          boolean strict = of(bare, "governance.profile").equals(Json.of("strict"));
          assertThat(!strict || of(with, "governance.profile").equals(Json.of("strict"))).isTrue();
          return true;
        });
  }

  private static <V> V of(Map<String, V> values, String key) {
    return Objects.requireNonNull(values.get(key));
  }

  private static List<Json> items(Json list) {
    return ((Json.Arr) list).items();
  }

  private static Map<String, Json> shown(List<Source> sources) {
    try (Desk desk = new Desk()) {
      desk.home.write(".config/writ/config.json", sources.get(0).text());
      desk.home.write(".writ.json", sources.get(1).text());
      desk.workspace.write(".writ.json", sources.get(2).text());
      String extra = desk.home.write("extra.json", sources.get(3).text()).toString();
      sources.get(4).values().forEach((key, value) -> desk.set(variable(key), text(value)));
      Desk.Ran ran = desk.writ("config", "show", "--json", "--config", extra);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      Map<String, Json> shown = new LinkedHashMap<>();
      for (String key : KEYS.keySet()) {
        shown.put(key, ran.json().object(key).get("value").orElseThrow());
      }
      return shown;
    }
  }

  private static String variable(String key) {
    return "WRIT_" + key.toUpperCase(java.util.Locale.ROOT).replace('.', '_');
  }

  private static String text(Json value) {
    return switch (value) {
      case Json.Text(String text) -> text;
      case Json.Arr(List<Json> items) ->
          String.join(",", items.stream().map(item -> ((Json.Text) item).value()).toList());
      default -> value.write();
    };
  }

  private static Map<String, Json> expected(List<Source> sources) {
    Map<String, Json> values = new LinkedHashMap<>();
    try (Desk desk = new Desk()) {
      Json.Obj usual = desk.writ("config", "show", "--json").json();
      KEYS.keySet().forEach(k -> values.put(k, usual.object(k).get("value").orElseThrow()));
    }
    for (int i = 0; i < sources.size(); i++) {
      boolean project = i == 2;
      sources.get(i).values().forEach((key, value) -> lay(values, key, value, project));
    }
    return values;
  }

  private static boolean isMore(Json value, Json limit) {
    return value instanceof Json.Num number
        && limit instanceof Json.Num most
        && number.whole().orElseThrow() > most.whole().orElseThrow();
  }

  private static void lay(Map<String, Json> values, String key, Json value, boolean project) {
    boolean allowed =
        !project
            || !(NEVER.contains(key)
                || (key.equals(LOWERED) && isMore(value, of(values, key)))
                || (ONLY_TRUE.contains(key) && !value.equals(Json.of(true)))
                || (key.equals("governance.profile") && !value.equals(Json.of("strict"))));
    if (project && ADDED.contains(key)) {
      Set<Json> all = new LinkedHashSet<>(items(of(values, key)));
      all.addAll(items(value));
      values.put(key, new Json.Arr(List.copyOf(all)));
    } else if (allowed) {
      values.put(key, value);
    }
  }
}
