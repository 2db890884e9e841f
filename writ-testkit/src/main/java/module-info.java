// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// What tests share: a scripted model server, a temporary workspace, a generator of random values.
@NullMarked
module dev.writ.testkit {
  requires static org.jspecify;
  requires transitive dev.writ.base;

  exports dev.writ.testkit;
}
