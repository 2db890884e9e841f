// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// What a repository's history has: Git reads it, in a sandbox in which nothing can be written.
///
/// Deliberately absent: what is obeyed ([dev.writ.kernel.repository]). Start reading at
/// [GitObjects].
@NullMarked
package dev.writ.kernel.objects;

import org.jspecify.annotations.NullMarked;
