// Implements: docs/spec/17-quality.md §17.4 (Packaging)

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;

/// Links a Java runtime that holds the modules of a directory, and of the JDK what these need. It
/// starts some milliseconds sooner than the JDK with a module path, because no jar is opened and no
/// package is defined for a jar (docs/decisions/0002-start-up.md). A library without a descriptor
/// gets one that exports all its packages, as jlink asks for; the jars are changed.
///
/// usage: `java build/LinkedRuntime.java LIBRARIES MODULE RUNTIME`
class LinkedRuntime {
  private LinkedRuntime() {}

  public static void main(String[] arguments) throws IOException {
    Path libraries = Path.of(arguments[0]);
    for (ModuleReference library : ModuleFinder.of(libraries).findAll()) {
      if (library.descriptor().isAutomatic()) {
        describe(library);
      }
    }
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IOException("this JDK has no jlink"));
    int status =
        jlink.run(
            System.out,
            System.err,
            "--module-path=" + libraries,
            "--add-modules=" + arguments[1],
            "--no-header-files",
            "--no-man-pages",
            "--output=" + arguments[2]);
    if (status != 0) {
      System.exit(status);
    }
    // What an administrator sets for the JDK holds here too: trusted certificates, algorithms.
    Path jdk = Path.of(System.getProperty("java.home"));
    for (String own : new String[] {"conf", "lib/security"}) {
      follow(Path.of(arguments[2], own), jdk.resolve(own));
    }
  }

  private static void describe(ModuleReference library) throws IOException {
    ModuleDescriptor known = library.descriptor();
    byte[] descriptor =
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of(known.name()),
                    module -> {
                      module.requires(
                          ModuleDesc.of("java.base"), Set.of(AccessFlag.MANDATED), null);
                      for (String exported : known.packages()) {
                        module.exports(PackageDesc.of(exported), Set.of());
                      }
                    }));
    URI jar = URI.create("jar:" + library.location().orElseThrow());
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
      Path place = files.getPath("module-info.class");
      Files.write(place, descriptor);
      Files.setLastModifiedTime(place, FileTime.fromMillis(0));
    }
  }

  private static void follow(Path linked, Path original) throws IOException {
    try (var files = Files.walk(linked)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path there = original.resolve(linked.relativize(file));
        if (Files.isRegularFile(there)) {
          Files.delete(file);
          Files.createSymbolicLink(file, there);
        }
      }
    }
  }
}
