// Implements: docs/spec/17-quality.md §17.1 (Tests)
/// Shared test fixtures: a scripted model server that speaks the providers' real wire
/// protocols over real HTTP and misbehaves on demand, temporary workspaces, and a small seeded
/// generator for property tests.
///
/// Deliberately absent: mocks. Files, processes and sockets in tests are real ones.
/// Start reading at [ScriptedModelServer].
@NullMarked
package dev.writ.testkit;

import org.jspecify.annotations.NullMarked;
