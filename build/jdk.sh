# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# Finds what builds need, and offers to install it. Sourced after build/start.sh.

os_release=/etc/os-release

# Is $1 a JDK of at least 25? Sets major.
is_jdk() {
  [ -x "$1/bin/javac" ] && read_release "$1" || return 1
  major=${release#*\"}
  major=${major%%[!0-9]*}
  [ "${major:-0}" -ge 25 ]
}

# Where JDKs usually are.
jdk_places() {
  for place in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/*jdk* /opt/java/* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    printf '%s\n' "$place"
  done
}

# Sets jdk: JAVA_HOME, else the oldest that will do in the usual directories, else java on the path.
search_jdk() {
  jdk=
  if [ -n "${JAVA_HOME-}" ] && is_jdk "$JAVA_HOME"; then
    jdk=$JAVA_HOME
    return 0
  fi
  best=
  while read -r candidate; do
    if is_jdk "$candidate" && [ "$major" -lt "${best:-9999}" ]; then
      best=$major
      jdk=$candidate
    fi
  done <<END
$(jdk_places)
END
  [ -n "$jdk" ] && return 0
  if command -v java >/dev/null; then
    candidate=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    is_jdk "$candidate" && jdk=$candidate && return 0
  fi
  return 1
}

find_jdk() {
  search_jdk && return 0
  more=
  command -v mvn >/dev/null || more=maven
  offer "a JDK 25 or newer" jdk $more && search_jdk && return 0
  echo "writ: no JDK 25 or newer was found; JAVA_HOME names one that is elsewhere" >&2
  return 1
}

find_maven() {
  command -v mvn >/dev/null && return 0
  offer "Maven 3.8 or newer" maven && command -v mvn >/dev/null && return 0
  echo "writ: no Maven was found on the PATH" >&2
  return 1
}

# offer WORDS TOOL...: says what is missing and the command that installs it; runs that where a
# person at a terminal agrees, or WRIT_INSTALL_TOOLS is 1.
offer() {
  words=$1
  shift
  install_line "$@"
  if [ "${WRIT_INSTALL_TOOLS-}" = 1 ]; then
    echo "writ: needs $words to build; installing with: $line" >&2
  elif [ -t 0 ] && [ -t 2 ]; then
    printf 'writ: needs %s to build. Install with this command?\n  %s\n[y/N] ' "$words" "$line" >&2
    read -r answer || answer=
    case $answer in y | Y | yes) ;; *) return 1 ;; esac
  else
    printf 'writ: needs %s to build. Install with:\n  %s\n' "$words" "$line" >&2
    echo "writ: (WRIT_INSTALL_TOOLS=1 does so without asking)" >&2
    return 1
  fi
  sh -c "$line" >&2 || {
    echo "writ: that failed, see above" >&2
    return 1
  }
}

# Sets line: the command that installs jdk, maven or both on this system. Where its packages have no
# such JDK, that is an archive, unpacked where search_jdk looks.
install_line() {
  sudo=
  [ "$(id -u)" = 0 ] || sudo='sudo '
  for manager in apt-get dnf zypper pacman apk brew ''; do
    [ -z "$manager" ] || ! command -v "$manager" >/dev/null || break
  done
  case $manager in
    apt-get) installs="${sudo}apt-get update && ${sudo}apt-get install -y" package=openjdk-25-jdk-headless ;;
    dnf) installs="${sudo}dnf install -y" package=java-25-openjdk-devel ;;
    zypper) installs="${sudo}zypper --non-interactive install" package=java-25-openjdk-devel ;;
    pacman) installs="${sudo}pacman -S --needed --noconfirm" package=jdk-openjdk ;;
    apk) installs="${sudo}apk add" package=openjdk25 ;;
    brew) installs='brew install' package=openjdk ;;
    *) installs= package= ;;
  esac
  ! has_old_packages "$manager" || package=
  packages= archive=
  for tool; do
    case $tool in
      jdk) [ -n "$package" ] && packages="$packages $package" || archive=1 ;;
      *) packages="$packages $tool" ;;
    esac
  done
  [ -z "$archive" ] || [ -z "$manager" ] || command -v curl >/dev/null || packages="$packages curl"
  line=
  [ -z "$packages" ] || line="${installs:-install, as this system does it:}$packages"
  if [ -n "$archive" ]; then
    kind=x64 system=linux
    case $(uname -m) in arm64 | aarch64) kind=aarch64 ;; esac
    [ "$(uname)" != Darwin ] || system=mac
    from=https://api.adoptium.net/v3/binary/latest/25/ga/$system/$kind/jdk/hotspot/normal/eclipse
    line="${line:+$line && }mkdir -p ~/.jdks && curl -fsSL $from | tar -xz -C ~/.jdks"
  fi
}

# Is this a release of Debian or Ubuntu from before JDK 25?
has_old_packages() {
  [ "$1" = apt-get ] && [ -r "$os_release" ] || return 1
  system_id= version=
  while IFS='=' read -r key value; do
    value=${value#\"}
    value=${value%\"}
    case $key in ID) system_id=$value ;; VERSION_ID) version=${value%%.*} ;; esac
  done <"$os_release"
  case $system_id in
    debian) [ "${version:-99}" -lt 13 ] ;;
    ubuntu) [ "${version:-99}" -lt 24 ] ;;
    *) return 1 ;;
  esac
}
