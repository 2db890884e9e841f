# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# Finds what builds need. Sourced after build/start.sh.

# Is $1 a JDK of at least 25? Sets major.
is_jdk() {
  [ -x "$1/bin/javac" ] && read_release "$1" || return 1
  major=${release#*\"}
  major=${major%%[!0-9]*}
  [ "${major:-0}" -ge 25 ]
}

# Sets jdk: JAVA_HOME, else the oldest that will do in the usual directories, else java on the path.
find_jdk() {
  jdk=
  if [ -n "${JAVA_HOME-}" ] && is_jdk "$JAVA_HOME"; then
    jdk=$JAVA_HOME
    return 0
  fi
  best=
  for candidate in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/*jdk* /opt/java/* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if is_jdk "$candidate" && [ "$major" -lt "${best:-9999}" ]; then
      best=$major
      jdk=$candidate
    fi
  done
  [ -n "$jdk" ] && return 0
  if command -v java >/dev/null; then
    candidate=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    is_jdk "$candidate" && jdk=$candidate && return 0
  fi
  echo "writ: needs a JDK 25 or newer: install one (Debian: openjdk-25-jdk or Temurin; macOS: brew install openjdk) or set JAVA_HOME" >&2
  return 1
}

find_maven() {
  command -v mvn >/dev/null && return 0
  echo "writ: needs Maven 3.8 or newer to build: install it (Debian: apt install maven; macOS: brew install maven)" >&2
  return 1
}
