#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# Builds Writ and assembles what ./writ starts, in target/writ:
#   <image>/lib/*.jar   the modules          <image>/*.aot      the JVM's caches
#   <image>/runtime     what runs them: of the JDK what they need, with them linked into it
#   <image>/native      grammars             <image>/syntax.*   the parser's arguments and cache
#   stamp               which image is valid: commit, image, JDK, its version, this directory
# An image is never changed once the stamp names it, and the one before is kept: a running Writ
# still loads classes from it.
#
# usage: build/image.sh [packaged | force]
#   packaged: the jars are built already     force: build although the image is of this commit
set -eu
cd "$(dirname "$0")/.."
home=$(pwd -P)
. "$home/build/start.sh"
. "$home/build/jdk.sh"

unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH
lock=$home/target/image.lock
new=
ticker=

clean_up() {
  stop_ticker
  [ -z "$new" ] || rm -rf "$new"
  rm -rf "$lock"
}

# One build at a time. A lock whose process is gone, or never said its number, is taken away by
# whoever can rename it. What is no lock and stays is no reason to wait.
take_lock() {
  mkdir -p "$home/target" 2>/dev/null || {
    echo "writ: it must be built first, and $home can't be written" >&2
    echo "writ: make it writable, have its owner start Writ once, or clone it where you may write" >&2
    exit 1
  }
  tries=0
  until problem=$(mkdir "$lock" 2>&1); do
    owner=$(cat "$lock/pid" 2>/dev/null) || owner=
    if [ -n "$owner" ] && { kill -0 "$owner" 2>/dev/null || [ -e "/proc/$owner" ]; }; then
      tries=0
    else
      tries=$((tries + 1))
    fi
    if [ -n "$owner" ] || [ "$tries" -gt 25 ]; then
      if [ "$tries" -gt 0 ] && mv "$lock" "$lock.$$" 2>/dev/null; then
        rm -rf "$lock.$$"
        continue
      fi
    fi
    if [ "$tries" -gt 30 ]; then
      echo "writ: it must be built first, and can't be: $problem" >&2
      echo "writ: make $home/target writable, or have its owner start Writ once" >&2
      exit 1
    fi
    sleep 0.2
  done
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  echo $$ >"$lock/pid"
}

build() {
  find_maven
  printf 'writ: building (first start, or the sources changed); this takes some minutes' >&2
  rm -rf writ-app/target/lib
  log=$home/target/build.log
  events=-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.event=info
  if [ -t 2 ]; then # signs of life while libraries are loaded
    (while sleep 3; do printf . >&2; done) &
    ticker=$!
  fi
  # What runs in a pipe can't set a variable here: the status is the last line.
  if { JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS-} $events" mvn -Dstyle.color=never \
    -Dmaven.test.skip=true -pl writ-app,writ-testkit -am package 2>&1 &&
    printf '\nwrit-build succeeded\n'; } | tee "$log" | progress; then
    stop_ticker
  else
    stop_ticker
    grep '^\[ERROR\]' "$log" >"$log.errors" || tail -n 5 "$log" >"$log.errors"
    head -n 40 "$log.errors" >&2
    echo "writ: the build failed; all of its output: $log" >&2
    exit 1
  fi
}

stop_ticker() {
  [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || :
  ticker=
}

# Shows the modules of the build that is read, each when it begins; fails where the build did.
progress() {
  failed=1
  while IFS= read -r text; do
    case $text in
      *"[INFO] Building "*"["*/*"]")
        number=${text##*\[}
        module=${text##*"[INFO] Building "}
        printf '\nwrit:   %s  %s' "${number%]}" "${module%% [0-9]*}" >&2
        ;;
      "writ-build succeeded") failed=0 ;;
    esac
  done
  echo >&2
  return $failed
}

assemble() {
  mkdir -p "$new/lib"
  cp writ-app/target/lib/*.jar writ-app/target/writ-app-*.jar "$new/lib/"
  "$jdk/bin/java" -XX:TieredStopAtLevel=1 "$home/build/PlainCalls.java" "$new"/lib/*.jar
  if ! "$jdk/bin/java" -XX:TieredStopAtLevel=1 "$home/build/LinkedRuntime.java" \
    "$new/lib" dev.writ.app "$new/runtime" >"$new/runtime.log" 2>&1; then
    rm -rf "$new/runtime"
    echo "writ: this JDK can't be linked, so starting takes longer; why: $new/runtime.log" >&2
  fi
  find_runtime "$new"
  # The shared libraries of this machine's kind only, and only as they were when they were chosen.
  machine=$(uname -m)
  [ "$machine" != arm64 ] || machine=aarch64
  kind=$machine-linux-gnu
  sum=sha256sum
  [ "$(uname)" != Darwin ] || kind=$machine-macos sum='shasum -a 256'
  mkdir -p "$new/native"
  grep "  $kind-" writ-syntax/natives.sha256 >"$new/native/sha256" || : # none for this machine
  while read -r _ library; do
    cp "writ-syntax/target/natives/lib/$library" "$new/native/"
  done <"$new/native/sha256"
  [ ! -s "$new/native/sha256" ] || (cd "$new/native" && $sum -c sha256 >/dev/null)
  printf '%s\n' "$parser_flags" ${modules:+"\"$modules\""} \
    --module dev.writ.syntax/dev.writ.syntax.parser.ParserMain "\"$new/native\"" >"$new/syntax.args"
}

# Makes the cache $1 from a run of the rest of the line; none is made where that fails.
learn() {
  aot=$new/$1
  shift
  if ! (
    cd "$new/home"
    clean_environment
    HOME=$new/home "$@"
  ) >"$aot.log" 2>&1 </dev/null || [ ! -f "$aot" ]; then
    rm -f "$aot"
    echo "writ: no AOT cache, so starting takes longer; why: $aot.log" >&2
  fi
}

train() {
  echo "writ: preparing fast starts" >&2
  mkdir -p "$new/home"
  learn version.aot "$java" $flags "-XX:AOTCacheOutput=$new/version.aot" ${modules:+"$modules"} \
    $main --version
  for cache in writ chat; do # without and with the screen of a chat
    rm -rf "$new/home" && mkdir -p "$new/home"
    learn "$cache.aot" sh "$home/build/train.sh" "$cache" "$jdk/bin/java" \
      "$home/writ-testkit/target/classes:$new/lib/*" \
      "$java" $flags "-XX:AOTCacheOutput=$new/$cache.aot" "-Dwrit.image=$new" ${modules:+"$modules"}
  done
  learn syntax.aot sh "$home/build/train-parser.sh" "$java" "$new/syntax.aot" \
    "@$new/syntax.args"
  rm -rf "$new/home"
}

publish() {
  name=${new##*/}
  printf '%s\n' "commit ${commit:-none}" "$name" "$jdk" "$release" "$home" >"$out/stamp.new"
  mv "$out/stamp.new" "$out/stamp"
  new=
  for old in $(ls -t "$out" | grep '^image-' | tail -n +3); do
    rm -rf "${out:?}/$old"
  done
}

take_lock
if [ $# = 0 ] && fresh; then
  exit 0 # another start has built it while this one waited
fi
find_jdk
read_commit
mkdir -p "$out"
: >"$out/begun" # `./dev run` compares the sources with it
[ "${1-}" = packaged ] || build
new=$out/image-$(date +%s)-$$
read_release "$jdk"
assemble
train
publish
