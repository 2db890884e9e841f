// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The records: journals, the ledger with its chains and signatures, and the audit log.
///
/// **Promises:** a receipt or a ledger record is on disk when its append returns; a torn line is
/// moved aside; verification detects a changed, removed or reordered record.
///
/// **Must not:** change or remove a record, or decide what may happen.
///
/// **Start at** [dev.writ.records.audit.AuditLog], [dev.writ.records.ledger.Ledger] and
/// [dev.writ.records.verify.LedgerVerifier].
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
