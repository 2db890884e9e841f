// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.sandbox.os;

import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The access control list of a file or directory (`acl(5)`), as the kernel keeps it in an extended
/// attribute: four bytes of its version, then entries of eight: a tag, permissions, a number. Where
/// there is one, the group's permission bits are its mask: the most that anybody named in it has.
public final class AccessList {
  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");
  private static final String ACCESS = "system.posix_acl_access";
  private static final String DEFAULT = "system.posix_acl_default";

  private static final List<String> BOTH = List.of(ACCESS, DEFAULT);
  private static final String ITSELF = ".";
  private static final int HEADER_BYTES = 4;
  private static final int ENTRY_BYTES = 8;
  private static final int OWNER = 0x01;
  private static final int USER = 0x02;
  private static final int OWNING_GROUP = 0x04;
  private static final int GROUP = 0x08;
  private static final int MASK = 0x10;
  private static final int OTHERS = 0x20;

  private static final int ALL = 7;
  private static final int NEW_FILE = 0666;
  private static final int NEW_DIRECTORY = 0777;

  private final ByteBuffer bytes;

  private AccessList(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The list of what stands under a name in a directory; empty where it has none beyond its
  /// permission bits.
  ///
  /// @throws NoSuchFileException where nothing stands there
  public static Optional<AccessList> of(Path directory, String name) throws IOException {
    return read(directory, name, ACCESS);
  }

  /// Whether an entry has one, as far as this user can see.
  public static boolean isOn(Path directory, String name) throws IOException {
    try {
      return of(directory, name).isPresent();
    } catch (NoSuchFileException | AccessDeniedException _) {
      return false;
    }
  }

  /// The list that a directory gives to what is made in it.
  public static Optional<AccessList> inheritedIn(Path directory) throws IOException {
    return read(directory, ITSELF, DEFAULT);
  }

  private static Optional<AccessList> read(Path directory, String name, String attribute)
      throws IOException {
    if (!LINUX) {
      return Optional.empty();
    }
    try (DirectoryHandle above = DirectoryHandle.open(directory)) {
      return read(above, name, attribute);
    }
  }

  private static Optional<AccessList> read(DirectoryHandle above, String name, String attribute)
      throws IOException {
    try (PlaceHandle place = above.place(name)) {
      return read(place, attribute);
    }
  }

  private static Optional<AccessList> read(PlaceHandle place, String attribute) throws IOException {
    return place
        .attribute(attribute)
        .filter(bytes -> bytes.length > HEADER_BYTES)
        .map(AccessList::new);
  }

  /// Takes away the list that a directory gives to what is made in it.
  public static void endInheritance(Path directory) throws IOException {
    if (LINUX) {
      try (DirectoryHandle opened = DirectoryHandle.open(directory)) {
        remove(opened, DEFAULT);
      }
    }
  }

  private static void remove(DirectoryHandle directory, String attribute) throws IOException {
    try (PlaceHandle place = directory.place(ITSELF)) {
      place.removeAttribute(attribute);
    }
  }

  /// Gives a directory both lists of another one, and takes away what that one doesn't have.
  public static void copy(Path from, Path to) throws IOException {
    if (LINUX) {
      try (DirectoryHandle one = DirectoryHandle.open(from);
          DirectoryHandle other = DirectoryHandle.open(to)) {
        copy(one, other);
      }
    }
  }

  static void copy(DirectoryHandle from, DirectoryHandle to) throws IOException {
    for (String attribute : BOTH) {
      remove(to, attribute);
      Optional<AccessList> list = read(from, ITSELF, attribute);
      if (list.isPresent()) {
        list.get().give(to, ITSELF, attribute);
      }
    }
  }

  /// Gives a file the list of the one that it is to replace, where it has none and the same
  /// permissions: whoever wrote it anew could not keep more of them.
  ///
  /// @param now where the one is
  /// @param fresh where the other is
  public static void keep(String name, DirectoryHandle now, DirectoryHandle fresh)
      throws IOException {
    DirectoryEntry old = now.entry(name);
    DirectoryEntry other = fresh.entry(name);
    boolean alike =
        old != null
            && other != null
            && old.isFile()
            && other.isFile()
            && old.permissions() == other.permissions();
    Optional<AccessList> list = alike ? read(now, name, ACCESS) : Optional.empty();
    if (list.isPresent() && read(fresh, name, ACCESS).isEmpty()) {
      list.get().give(fresh, name);
    }
  }

  /// Gives an entry this list; with it come the permission bits.
  ///
  /// @throws IOException where that can't be done: then it has its permissions
  public void give(DirectoryHandle above, String name) throws IOException {
    give(above, name, ACCESS);
  }

  private void give(DirectoryHandle above, String name, String attribute) throws IOException {
    try (PlaceHandle place = above.place(name)) {
      place.setAttribute(attribute, bytes.array());
    }
  }

  /// Gives something new what the kernel would give it, made in a directory with this default list.
  ///
  /// @throws IOException where that can't be done
  public void inherit(DirectoryHandle above, String name) throws IOException {
    DirectoryEntry entry = above.entry(name);
    boolean directory = entry != null && entry.isDirectory();
    limited(directory ? NEW_DIRECTORY : NEW_FILE).give(above, name);
    if (directory) {
      give(above, name, DEFAULT);
    }
  }

  private AccessList limited(int mode) {
    AccessList limited = new AccessList(bytes.array().clone());
    int ofGroup = at(MASK) < 0 ? OWNING_GROUP : MASK;
    for (int at = HEADER_BYTES; at < bytes.limit(); at += ENTRY_BYTES) {
      int tag = tag(at);
      int most = tag == OWNER ? mode >> 6 : tag == OTHERS ? mode : tag == ofGroup ? mode >> 3 : ALL;
      limited.bytes.putShort(at + 2, (short) (permissions(at) & most));
    }
    return limited;
  }

  /// The permission bits by which nobody gets what a list kept from him: those of an entry, as far
  /// as its lists grant them to whoever they name, too.
  ///
  /// @param permissions its permission bits
  public static int closed(Path directory, String name, int permissions) throws IOException {
    if (!LINUX) {
      return permissions;
    }
    int closed = permissions;
    try (DirectoryHandle above = DirectoryHandle.open(directory);
        PlaceHandle place = above.place(name)) {
      for (String attribute : BOTH) {
        Optional<AccessList> list = read(place, attribute);
        closed = list.isPresent() ? list.get().closed(closed) : closed;
      }
    }
    return closed;
  }

  private int closed(int permissions) {
    int mask = at(MASK) < 0 ? ALL : permissions(at(MASK));
    int group = mask;
    int others = ALL;
    for (int at = HEADER_BYTES; at < bytes.limit(); at += ENTRY_BYTES) {
      int tag = tag(at);
      if (tag == OWNING_GROUP || tag == USER) {
        group &= permissions(at);
      }
      if (tag == USER || tag == GROUP) {
        others &= permissions(at) & mask;
      } else if (tag == OTHERS) {
        others &= permissions(at);
      }
    }
    return permissions & (07700 | group << 3 | others);
  }

  /// Whether another list names the same with the same permissions: modes that change no more than
  /// the owner's, the others' and the mask aside.
  public boolean isLike(AccessList other) {
    return Arrays.equals(named(), other.named());
  }

  private byte[] named() {
    AccessList named = new AccessList(bytes.array().clone());
    for (int at = HEADER_BYTES; at < bytes.limit(); at += ENTRY_BYTES) {
      int tag = tag(at);
      if (tag == OWNER || tag == MASK || tag == OTHERS) {
        named.bytes.putShort(at + 2, (short) 0);
      }
    }
    return named.bytes.array();
  }

  /// Where the entry of a tag begins; -1 without one.
  private int at(int tag) {
    for (int at = HEADER_BYTES; at < bytes.limit(); at += ENTRY_BYTES) {
      if (tag(at) == tag) {
        return at;
      }
    }
    return -1;
  }

  private int tag(int at) {
    return bytes.getShort(at);
  }

  private int permissions(int at) {
    return bytes.getShort(at + 2);
  }
}
