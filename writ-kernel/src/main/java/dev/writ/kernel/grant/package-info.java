// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
/// How a person grants: the authority file of a project and the activation of packs.
///
/// Deliberately absent: granting by a model. Start reading at [PersonAuthority].
@NullMarked
package dev.writ.kernel.grant;

import org.jspecify.annotations.NullMarked;
