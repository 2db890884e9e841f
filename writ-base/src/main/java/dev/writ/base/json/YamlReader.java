// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Turns YAML nodes into JSON values; whatever JSON has no word for is refused.
final class YamlReader {
  private final Offsets offsets;
  private final SourceMap map;

  private YamlReader(String text, SourceMap map) {
    this.offsets = new Offsets(text);
    this.map = map;
  }

  static Json read(String text, SourceMap map) throws JsonException {
    LoadSettings settings =
        LoadSettings.builder()
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(ConfigDocument.MAX_CHARS * 2)
            .setUseMarks(true)
            .build();
    try {
      checkDepth(new ParserImpl(settings, new StreamReader(settings, text)));
      Optional<Node> root =
          new Composer(settings, new ParserImpl(settings, new StreamReader(settings, text)))
              .getSingleNode();
      return root.isPresent() ? new YamlReader(text, map).value(root.get(), 0) : Json.Obj.EMPTY;
    } catch (MarkedYamlEngineException e) {
      SourcePosition position =
          e.getProblemMark().map(YamlReader::place).orElse(new SourcePosition(1, 1));
      throw new JsonException(e.getProblem(), position.line(), position.column());
    } catch (YamlEngineException e) {
      throw new JsonException(String.valueOf(e.getMessage()), 1, 1);
    } catch (NumberFormatException e) {
      // The scanner's way to say that an escape such as a Unicode one is cut off.
      throw new JsonException("a broken escape: " + e.getMessage(), 1, 1);
    }
  }

  /// The composer calls itself for every level, so the depth is bounded before it sees the text.
  private static void checkDepth(ParserImpl events) throws JsonException {
    int depth = 0;
    while (events.hasNext()) {
      Event event = events.next();
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > JsonReader.MAX_DEPTH) {
        SourcePosition position =
            event.getStartMark().map(YamlReader::place).orElse(new SourcePosition(1, 1));
        throw new JsonException(
            "nested deeper than " + JsonReader.MAX_DEPTH, position.line(), position.column());
      }
    }
  }

  private static SourcePosition place(Mark mark) {
    return new SourcePosition(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static SourcePosition placeOf(Node node) {
    return node.getStartMark().map(YamlReader::place).orElse(new SourcePosition(1, 1));
  }

  private static JsonException error(Node node, String message) {
    SourcePosition position = placeOf(node);
    return new JsonException(message, position.line(), position.column());
  }

  private Json value(Node node, int depth) throws JsonException {
    if (depth > JsonReader.MAX_DEPTH) {
      throw error(node, "nested deeper than " + JsonReader.MAX_DEPTH);
    }
    if (node.getAnchor().isPresent()) {
      throw error(node, "anchors and aliases are not accepted here");
    }
    Json value =
        switch (node) {
          case MappingNode mapping -> mapping(mapping, depth);
          case SequenceNode sequence -> sequence(sequence, depth);
          case ScalarNode scalar -> scalar(scalar);
          default -> throw error(node, "this kind of node is not accepted here");
        };
    map.value(value, placeOf(node));
    map.span(value, span(node));
    return value;
  }

  private SourceRange span(Node node) {
    Optional<Mark> start = node.getStartMark();
    Optional<Mark> end = node.getEndMark();
    return start.isPresent() && end.isPresent()
        ? new SourceRange(offsets.of(start.get().getIndex()), offsets.of(end.get().getIndex()))
        : SourceRange.UNKNOWN;
  }

  /// YAML's marks count characters, Java's texts count halves of some.
  private static final class Offsets {
    private final String text;
    private int characters;
    private int units;

    Offsets(String text) {
      this.text = text;
    }

    int of(int index) {
      units = text.offsetByCodePoints(units, index - characters);
      characters = index;
      return units;
    }
  }

  private Json mapping(MappingNode mapping, int depth) throws JsonException {
    if (!mapping.getTag().equals(Tag.MAP)) {
      throw error(mapping, "the tag " + mapping.getTag() + " is not accepted here");
    }
    Map<String, Json> members = new LinkedHashMap<>();
    Map<String, SourcePosition> keys = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key) || key.getAnchor().isPresent()) {
        throw error(tuple.getKeyNode(), "a key must be a plain text");
      }
      if (members.put(key.getValue(), value(tuple.getValueNode(), depth + 1)) != null) {
        throw error(key, "the key '" + key.getValue() + "' is a duplicate");
      }
      keys.put(key.getValue(), placeOf(key));
    }
    Json.Obj object = new Json.Obj(members);
    map.keys(object, keys);
    return object;
  }

  private Json sequence(SequenceNode sequence, int depth) throws JsonException {
    if (!sequence.getTag().equals(Tag.SEQ)) {
      throw error(sequence, "the tag " + sequence.getTag() + " is not accepted here");
    }
    List<Json> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(value(item, depth + 1));
    }
    return new Json.Arr(items);
  }

  private static Json scalar(ScalarNode scalar) throws JsonException {
    Tag tag = scalar.getTag();
    String text = scalar.getValue();
    if (tag.equals(Tag.STR)) {
      return new Json.Text(text);
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return new Json.Num(text);
    }
    if (tag.equals(Tag.BOOL)) {
      return new Json.Bool(Boolean.parseBoolean(text));
    }
    if (tag.equals(Tag.NULL)) {
      return new Json.Null();
    }
    throw error(scalar, "the tag " + tag + " is not accepted here");
  }
}
