// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import java.util.stream.Stream;

/// The outcome of an act whose process was killed, as a later session found it.
public enum KilledActOutcome {
  /// Something of it stands, or was finished by the later session.
  RECOVERED("recovered"),
  /// Nothing of it stands.
  CUT_OFF("cut_off");

  private final String code;

  KilledActOutcome(String code) {
    this.code = code;
  }

  /// The outcome of an act of which something stands, or nothing.
  public static KilledActOutcome of(boolean stands) {
    return stands ? RECOVERED : CUT_OFF;
  }

  /// The code in the log.
  String code() {
    return code;
  }

  /// Whether a code is one of these.
  static boolean isCode(String code) {
    return Stream.of(values()).anyMatch(outcome -> outcome.code.equals(code));
  }
}
