// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads a provider's list of models.
public final class ModelList {
  private ModelList() {}

  /// A list whose entries state nothing but their names.
  ///
  /// @param member the member of the document that has the entries
  /// @param name the member of an entry that has its name
  public static Listing of(
      Transport transport, URI address, Remedy remedy, String member, String name)
      throws InterruptedException {
    return of(
        transport,
        address,
        remedy,
        member,
        entry -> new Listing.Entry(entry.text(name).orElse(""), Capabilities.UNKNOWN));
  }

  /// A list whose entries are read by that function; those without a name are left out.
  public static Listing of(
      Transport transport,
      URI address,
      Remedy remedy,
      String member,
      Function<Json.Obj, Listing.Entry> reading)
      throws InterruptedException {
    try (Exchange exchange = transport.get(address)) {
      Json.Obj document = JsonReader.readObject(exchange.text());
      if (!(document.get(member).orElse(Json.Obj.EMPTY) instanceof Json.Arr(List<Json> items))) {
        throw exchange.malformed("a document without “" + member + "”");
      }
      List<Listing.Entry> entries = new ArrayList<>();
      for (Json item : items) {
        if (item instanceof Json.Obj entry) {
          Listing.Entry read = reading.apply(entry);
          if (!read.name().isEmpty()) {
            entries.add(read);
          }
        }
      }
      return new Listing.Models(entries);
    } catch (WireException e) {
      return new Listing.Failed(((Reply.Failed) remedy.failed(e)).trouble());
    } catch (JsonException _) {
      return new Listing.Failed(
          new Trouble(Trouble.Kind.MALFORMED, address.getHost() + " sent a list that is no JSON"));
    }
  }
}
