// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The records: journals, the ledger with its chains and signatures, and the audit log.
@NullMarked
@SuppressWarnings("module") // modules that are named here are compiled later
module dev.writ.records {
  requires static org.jspecify;
  requires transitive dev.writ.base;

  exports dev.writ.records.alignment to
      dev.writ.history,
      dev.writ.kernel;
  exports dev.writ.records.audit to
      dev.writ.kernel,
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.records.change;
  exports dev.writ.records.form to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.records.journal to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.records.ledger;
  exports dev.writ.records.verify to
      dev.writ.kernel,
      dev.writ.app;
}
