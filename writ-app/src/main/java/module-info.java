// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The program: configuration, command line, terminal, and all wiring in one place.
///
/// **Promises:** the configuration of a project only tightens until a person confirms it; a front
/// end shows untrusted text only after escaping it; an unattended run answers a question only as
/// declared.
///
/// **Must not:** use the sandbox, or decide what a model may do: it asks the gate.
///
/// **Start at** `dev.writ.app.Main`, then `dev.writ.app.host.SessionHost`.
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
