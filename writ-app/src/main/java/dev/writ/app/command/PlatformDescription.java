// Implements: docs/spec/01-product.md §1 (Product)
package dev.writ.app.command;

import java.util.Locale;
import java.util.Set;

/// The platform of this process.
///
/// @param system the name of the operating system
/// @param release of its kernel
/// @param machine the processor's architecture
record PlatformDescription(String system, String release, String machine) {
  private static final Set<String> TRIED_MACHINES = Set.of("amd64", "x86_64");

  /// The platform of this process.
  static PlatformDescription ofProcess() {
    return new PlatformDescription(
        System.getProperty("os.name", ""),
        System.getProperty("os.version", ""),
        System.getProperty("os.arch", ""));
  }

  /// Whether Writ was tried on real hardware of this kind.
  boolean isVerified() {
    return system.equals("Linux") && TRIED_MACHINES.contains(machine) && !isWindowsSubsystem();
  }

  private boolean isWindowsSubsystem() {
    return release.toLowerCase(Locale.ROOT).contains("microsoft");
  }

  /// In words.
  String words() {
    return system + " on " + machine + (isWindowsSubsystem() ? " (WSL)" : "");
  }
}
