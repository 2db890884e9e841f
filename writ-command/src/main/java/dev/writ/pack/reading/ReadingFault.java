// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.reading;

/// Why a word, or one that is missing, is not named.
///
/// @param word empty where one is missing
record ReadingFault(String word, String why) {}
