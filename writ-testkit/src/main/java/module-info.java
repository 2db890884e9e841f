// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Shared test fixtures: a scripted model server, a temporary workspace, a generator of random
/// values.
///
/// **Must not:** be used outside tests.
@NullMarked
module dev.writ.testkit {
  requires static org.jspecify;
  requires transitive dev.writ.base;

  exports dev.writ.testkit;
}
