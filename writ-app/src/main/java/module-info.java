// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The program: configuration, command line, terminal, and all wiring in one place.
@NullMarked
module dev.writ.app {
  requires static org.jspecify;
  requires dev.writ.engine;
  requires dev.writ.history;
  requires dev.writ.kernel;
  requires dev.writ.syntax;
  requires dev.writ.tools;
  requires dev.writ.wire;
  requires jdk.unsupported; // sun.misc.Signal: Ctrl-C ends the turn, not the program
}
