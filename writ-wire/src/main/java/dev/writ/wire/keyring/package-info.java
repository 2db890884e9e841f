// Implements: docs/spec/14-config.md §14.2 (Credentials)
/// Stores for keys of providers: the Secret Service of a Linux session, the macOS keychain, a
/// program of the person's own, and an encrypted file.
///
/// Deliberately absent: which store is used, and prompts (the program's). Start reading at
/// [KeyStore].
@NullMarked
package dev.writ.wire.keyring;

import org.jspecify.annotations.NullMarked;
