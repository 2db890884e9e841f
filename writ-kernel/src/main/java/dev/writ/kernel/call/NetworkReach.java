// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The network reach of a command. A host that is not stated is out of its reach.
public sealed interface NetworkReach {
  /// No network.
  NetworkReach NONE = new NoReach();

  /// The reach as data: for the digest and the receipt.
  Json describe();

  /// Facts for a person, one per line; not yet escaped for display.
  List<String> words();

  /// No network.
  record NoReach() implements NetworkReach {
    @Override
    public Json describe() {
      return Json.of("none");
    }

    @Override
    public List<String> words() {
      return List.of();
    }
  }

  /// The session's own loopback, used only by the session's commands: background servers and their
  /// clients.
  ///
  /// @param use the command's use of it
  record Loopback(HostUse use) implements NetworkReach {
    @Override
    public Json describe() {
      return Json.of(
          switch (use) {
            case NAMED -> "localhost";
            case OFFERED -> "localhost, where there is one";
          });
    }

    @Override
    public List<String> words() {
      return switch (use) {
        case NAMED -> List.of("reach the session's own localhost");
        case OFFERED -> List.of();
      };
    }
  }

  /// The purpose of a loopback.
  enum HostUse {
    /// The command's words name it: without one it can't run.
    NAMED,
    /// Code that the command runs may serve there, or ask: where there is none, it has no network.
    OFFERED
  }

  /// These hosts and no others, through a filtering proxy.
  ///
  /// @param names entries such as `example.org`, `*.example.org`, `example.org:8443`. If empty, the
  ///     command reaches no host, but the proxy records its requests
  /// @param stores directories outside of the workspace, such as `~/.m2/repository`, where it keeps
  ///     downloads from these hosts
  /// @param whose whether the project's file grants them to all code
  record Hosts(List<String> names, List<String> stores, Further further, Whose whose)
      implements NetworkReach {
    public Hosts {
      names = List.copyOf(names);
      stores = List.copyOf(stores);
    }

    @Override
    public Json describe() {
      return Json.object()
          .put("hosts", Json.texts(names))
          .put("writes", Json.texts(stores))
          .put("further", further.name().toLowerCase(Locale.ROOT))
          .build();
    }

    @Override
    public List<String> words() {
      List<String> words = new ArrayList<>();
      names.forEach(name -> words.add("reach " + name));
      stores.forEach(store -> words.add("write " + store));
      return words;
    }
  }

  /// For whom hosts were granted.
  enum Whose {
    /// For every command that runs code.
    PROJECTS,
    /// For this command.
    COMMANDS
  }

  /// The handling of a request for a further host.
  enum Further {
    /// It ends the command, and a person is asked about another run that reaches the host, too.
    ASKED,
    /// The request is refused, and the command continues.
    REFUSED
  }
}
