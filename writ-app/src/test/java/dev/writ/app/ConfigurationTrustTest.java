// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.kernel.grant.PersonAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A project's configuration loosens nothing before a person confirmed exactly its content.
class ConfigurationTrustTest {
  private static final String FILE =
      "{\n  \"llm.endpoint\": \"http://127.0.0.1:9\",\n  \"undo.max_age_days\": 7\n}\n";

  private static String days(Desk desk) {
    return desk.writ("config", "get", "undo.max_age_days").out().strip();
  }

  @Test
  void inv13WhatAPersonConfirmedIsInForceUntilItChanges() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", FILE);
      assertThat(days(desk)).isEqualTo("30");
      assertThat(desk.writ("config", "show").err()).contains("is ignored", "writ trust config");

      Desk.Ran shown = desk.writ("trust", "config", "--yes");
      assertThat(shown.exit()).as(shown.toString()).isEqualTo(ExitCode.DONE);
      assertThat(shown.out()).contains("\"undo.max_age_days\": 7", "Confirmed.");
      assertThat(days(desk)).isEqualTo("7");
      assertThat(desk.writ("config", "show").err()).isEmpty();
      assertThat(desk.writ("trust", "config", "--status").out()).contains(": confirmed");

      desk.workspace.write(
          ".writ.json", FILE.replace(": 7", ": 8").replace("{\n", "{\n  // more\n"));
      assertThat(days(desk)).isEqualTo("30");
      assertThat(desk.writ("config", "show").err()).contains("changed since it was confirmed");
      assertThat(desk.writ("trust", "config", "--status").out()).contains("changed since");
      assertThat(desk.writ("trust", "config", "--yes").out())
          .contains("+   // more", "-   \"undo.max_age_days\": 7", "+   \"undo.max_age_days\": 8")
          .contains("    \"llm.endpoint\"");
      assertThat(days(desk)).isEqualTo("8");

      assertThat(desk.writ("trust", "config", "--withdraw").exit()).isEqualTo(ExitCode.DONE);
      assertThat(days(desk)).isEqualTo("30");
    }
  }

  @Test
  void theSameContentElsewhereIsNotConfirmed() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a/.writ.json", FILE);
      desk.workspace.write("b/.writ.json", FILE);
      assertThat(desk.writIn(desk.workspace.path("a"), "trust", "config", "--yes").exit())
          .isEqualTo(ExitCode.DONE);
      String[] get = {"config", "get", "undo.max_age_days"};
      assertThat(desk.writIn(desk.workspace.path("a"), get).out()).isEqualTo("7\n");
      assertThat(desk.writIn(desk.workspace.path("b"), get).out()).isEqualTo("30\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    ".writ.json, ../a/.writ.json",
    ".writ, ../a/.writ",
    ".writ/config.yaml, ../../a/.writ.json"
  })
  void aLinkToAConfirmedFileIsNotConfirmed(String name, String target) throws IOException {
    try (Desk desk = new Desk()) {
      String confirmed = name.equals(".writ") ? "a/.writ/config.yaml" : "a/.writ.json";
      desk.workspace.write(confirmed, FILE);
      assertThat(desk.writIn(desk.workspace.path("a"), "trust", "config", "--yes").exit())
          .isEqualTo(ExitCode.DONE);
      Path link = desk.workspace.path("b/" + name);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
      Path b = desk.workspace.path("b");
      assertThat(desk.writIn(b, "config", "get", "undo.max_age_days").out()).isEqualTo("30\n");
      for (String option : List.of("--status", "--yes", "--withdraw")) {
        assertThat(desk.writIn(b, "trust", "config", option).err())
            .contains("is a link, or lies behind one");
      }
      assertThat(desk.writIn(b, "config", "get", "undo.max_age_days").out()).isEqualTo("30\n");
      assertThat(desk.writIn(desk.workspace.path("a"), "config", "get", "undo.max_age_days").out())
          .isEqualTo("7\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent.max_cost_usd",
        "agent.max_tokens_total",
        "agent.max_duration_seconds",
        "agent.max_iterations"
      })
  void aLimitThatAPersonSetIsOnlyLoweredBeforeThat(String key) {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", "{\"%s\": 900}".formatted(key));
      assertThat(desk.writ("config", "get", key).out()).isEqualTo("900\n");
      desk.home.write(".writ.json", "{\"%s\": 2}".formatted(key));
      Desk.Ran ran = desk.writ("config", "get", key);
      assertThat(ran.out()).isEqualTo("2\n");
      assertThat(ran.err()).contains(key + " is ignored: a project's file cannot loosen it");
      assertThat(desk.writ("trust", "config", "--yes").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("config", "get", key).out()).isEqualTo("900\n");

      desk.workspace.write(".writ.json", "{\"%s\": 1}".formatted(key));
      assertThat(desk.writ("config", "get", key).out()).isEqualTo("1\n");
    }
  }

  /// Of tokens and seconds 0 is no limit, of costs the lowest one; commits and their records have
  /// an order of their own.
  @ParameterizedTest
  @CsvSource({
    "agent.max_tokens_total, 300, 0, 300",
    "agent.max_duration_seconds, 3, 0, 3",
    "agent.max_duration_seconds, 0, 9, 9",
    "agent.max_cost_usd, 1.5, 0, 0",
    "agent.max_cost_usd, 0, 1.5, 0",
    "git.auto_commit, false, true, false",
    "git.auto_commit, true, false, false",
    "git.auto_commit, '', false, false",
    "git.records, none, with_changes, none",
    "git.records, none, own_commit, none",
    "git.records, with_changes, own_commit, with_changes",
    "git.records, own_commit, none, none",
    "git.records, '', with_changes, with_changes"
  })
  void noPersonsLimitIsRemoved(String key, String own, String projects, String inForce) {
    try (Desk desk = new Desk()) {
      if (!own.isEmpty()) {
        assertThat(desk.writ("config", "set", key, own).exit()).isEqualTo(ExitCode.DONE);
      }
      String value =
          projects.matches("[a-z]+_[a-z]+|none") ? "\"%s\"".formatted(projects) : projects;
      desk.workspace.write(".writ.json", "{\"%s\": %s}".formatted(key, value));
      Desk.Ran ran = desk.writ("config", "get", key);
      assertThat(ran.out()).isEqualTo(inForce + "\n");
      if (!inForce.equals(projects)) {
        assertThat(ran.err()).contains(key + " is ignored: a project's file cannot loosen it");
      }
    }
  }

  @Test
  void nobodyElseConfirms() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", FILE);
      assertThat(desk.writ("trust", "config").err()).contains("no person can agree here");
      desk.set(PersonAuthority.CHILD_MARKER, "1");
      assertThat(desk.writ("trust", "config", "--yes").err()).contains("Writ started this process");
      assertThat(days(desk)).isEqualTo("30");
    }
  }

  @Test
  void aKeyInItIsRefusedAllTheSame() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", "{\"ui\":{\"status_command\":\"/bin/sh\"}}");
      assertThat(desk.writ("config", "show").err())
          .contains("ui.status_command must not be in a project's file");
      desk.workspace.write(".writ.json", "{\"llm\":{\"api_key\":\"sk-x\"}}");
      desk.writ("trust", "config", "--yes");
      assertThat(desk.writ("config", "show").err()).contains("must not be in a project's file");
    }
  }
}
