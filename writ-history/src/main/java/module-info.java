// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Attribution of lines from the records. Untrusted: it reads and has no hands.
///
/// **Promises:** a line is attributed to a model only if a verified record shows it; an ambiguous
/// line is reported as unknown.
///
/// **Must not:** change a file or a record, or believe a record whose hash does not match.
///
/// **Start at** [dev.writ.history.attribution.LineAttribution].
@NullMarked
module dev.writ.history {
  requires static org.jspecify;
  requires transitive dev.writ.records;

  exports dev.writ.history.attribution;
}
