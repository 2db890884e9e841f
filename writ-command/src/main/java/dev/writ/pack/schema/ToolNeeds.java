// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;
import java.util.Map;

/// The sandbox's facts about a tool.
///
/// @param caches directories outside of projects that it needs, such as `~/.m2`
/// @param stores those of them, or places in them, where it keeps what it gets from other
///     machines: nothing there is run or obeyed when the person runs another tool, such as
///     `~/.m2/repository`
/// @param outputs directories of a project that it makes and Git ignores, such as `target`
/// @param proxy its proxy configuration: names of environment variables or options, with `{url}`,
///     `{host}` and `{port}` in their values
/// @param hosts where it gets packages from when a command needs the network and names no host,
///     such as `repo.example.org`
/// @param takes files of a project that it runs or obeys where no word names them, such as
///     `Makefile`; `*.tf` stands for all names with that ending
public record ToolNeeds(
    List<String> caches,
    List<String> stores,
    List<String> outputs,
    Map<String, String> proxy,
    List<String> hosts,
    List<String> takes) {
  public ToolNeeds {
    caches = List.copyOf(caches);
    stores = List.copyOf(stores);
    outputs = List.copyOf(outputs);
    proxy = Map.copyOf(proxy);
    hosts = List.copyOf(hosts);
    takes = List.copyOf(takes);
  }
}
