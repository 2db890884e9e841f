// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Who wrote which line and why, read out of the records. Untrusted: it reads and has no hands.
@NullMarked
module dev.writ.history {
  requires static org.jspecify;
  requires transitive dev.writ.records;

  exports dev.writ.history.attribution;
}
