// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// An image that a person gave to the model.
///
/// @param mediaType such as `image/png`
/// @param base64 its bytes
public record PersonImage(String mediaType, String base64) {}
