// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.transfer;

import dev.writ.base.json.Json;

/// Something that another agent's file says, and what becomes of it.
public sealed interface SettingsTransfer {
  /// The file that says it, relative to the project.
  String from();

  /// Rules in words, which go to the end of the project's `AGENTS.md`.
  record Rules(String from, String text) implements SettingsTransfer {}

  /// Values of a key, which join those that the project's configuration has.
  ///
  /// @param value a list or an object
  record ImportedSetting(String from, String key, Json value) implements SettingsTransfer {}

  /// A file, which is copied.
  ///
  /// @param to relative to the project
  record Copy(String from, String to, String text) implements SettingsTransfer {}

  /// Something that is not taken over.
  record OmittedSetting(String from, String what, String reason) implements SettingsTransfer {}
}
