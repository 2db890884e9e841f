// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Starts judged programs in a sandbox; the only native access besides the parser. For the kernel
/// alone.
///
/// **Promises:** a program reaches only the files, hosts and processes of its confinement, or does
/// not start; its processes end with the launch; the probes show it on the present machine.
///
/// **Must not:** decide which program may run, fall back to a weaker mechanism in silence, or know
/// of tools, models and records.
///
/// **Start at** [dev.writ.sandbox.launch.PipelineExecutor], then
/// [dev.writ.sandbox.mechanism.SandboxChooser].
@NullMarked
@SuppressWarnings("module") // modules that are named here are compiled later
module dev.writ.sandbox {
  requires static org.jspecify;
  requires dev.writ.base;

  exports dev.writ.sandbox.confinement to
      dev.writ.kernel;
  exports dev.writ.sandbox.filter to
      dev.writ.kernel;
  exports dev.writ.sandbox.launch to
      dev.writ.kernel;
  exports dev.writ.sandbox.mechanism to
      dev.writ.kernel;
  exports dev.writ.sandbox.namespace to
      dev.writ.kernel;
  exports dev.writ.sandbox.os to
      dev.writ.kernel;
  exports dev.writ.sandbox.probe to
      dev.writ.kernel;
  exports dev.writ.sandbox.protection to
      dev.writ.kernel;
  exports dev.writ.sandbox.proxy to
      dev.writ.kernel;
  exports dev.writ.sandbox.snapshot to
      dev.writ.kernel;
}
