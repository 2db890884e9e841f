// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

/// The entry point.
public final class Main {
  private Main() {}

  /// Runs `writ` with the given command line.
  public static void main(String[] args) {
    System.out.println("writ 0.1.0-SNAPSHOT");
  }
}
