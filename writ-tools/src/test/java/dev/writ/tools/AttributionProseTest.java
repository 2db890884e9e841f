// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import dev.writ.tools.builtin.Scene;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attribution of lines of texts for people and of data, after they were reformatted.
class AttributionProseTest {
  @TempDir Path directory;

  @Test
  void proseIsWrappedAnew() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.person("src/README.md", "-|# Tool\n-|\n-|What it is for.\n");
      scene.model(
          'a',
          "src/README.md",
          """
          -|# Tool
          -|
          -|What it is for.
          a|
          a|## Installation
          a|
          a|Download the archive, unpack it somewhere and put the directory `bin` on your path. Then run the
          a|program once, so that it can write its configuration to your home directory.
          a|
          a|- needs Java 25
          a|- needs no network
          """);
      scene.commit("documents");
      scene.person(
          "src/README.md",
          """
          -|# Tool
          -|
          -|What it is for.
          a|
          a|## Installation
          a|
          a|Download the archive, unpack it somewhere and put
          a|the directory `bin` on your path. Then run the program once,
          a|so that it can write its configuration to your home directory.
          a|
          a|- needs Java 25
          -|- needs git
          a|- needs no network
          """);
      scene.check();
    }
  }

  @Test
  void yamlIsIndentedOtherwise() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.model(
          'b',
          "src/ci.yml",
          """
          b|jobs:
          b|  build:
          b|    steps:
          b|    - uses: actions/checkout@v4
          b|    - run: ./build --all
          b|      env:
          b|        LEVEL: "3"
          """);
      scene.commit("documents");
      scene.person(
          "src/ci.yml",
          """
          b|jobs:
          b|    build:
          b|        steps:
          b|            - uses: actions/checkout@v4
          -|            - run: ./prepare
          b|            - run: ./build --all
          b|              env:
          -|                  LEVEL: '3'
          """);
      scene.check();
    }
  }

  @Test
  void proseIsEditedAndWrappedAnewInOneStep() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.model(
          'a',
          "src/GUIDE.md",
          """
          a|The server reads its settings once, when it starts, and never writes them.
          a|A setting that is missing has the value that the table below gives for it.
          a|Whoever wants other values for one run sets variables of the environment.
          a|They win over the file, but not over what is given on the command line.
          """);
      scene.person(
          "src/GUIDE.md",
          """
          ?|The server always reads its settings once, when it starts,
          ?|and never writes them. A setting that is missing has the
          ?|value that the table below gives for it. Whoever wants
          a|other values for one run sets variables of the
          a|environment. They win over the file, but not over what is
          a|given on the command line.
          """);
      scene.check();
    }
  }
}
