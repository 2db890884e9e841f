// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
/// Providers as programs of their own, spoken to over standard input and output in lines of JSON.
///
/// Deliberately absent: anything that loads other people's code into this process. Start reading at
/// [PluginModel][dev.writ.wire.plugin.PluginModel].
@NullMarked
package dev.writ.wire.plugin;

import org.jspecify.annotations.NullMarked;
