// Implements: docs/spec/05-providers.md §5 (Model providers)
/// GitHub Copilot: signing in on another device, a short-lived token that is fetched anew when it
/// expires, and Chat Completions with it.
///
/// Deliberately absent: storing credentials (the app's), identifying as another program. Start
/// reading at [CopilotModel].
@NullMarked
package dev.writ.wire.copilot;

import org.jspecify.annotations.NullMarked;
