#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# Makes the parser's AOT cache $2 with the Java $1, from one text, asked as Writ asks (the grammar's
# name and the text, each after its length, as Java writes them). The rest of the line is the
# parser's. In two steps: the parser itself may start no process that would make the cache.
set -eu
java=$1 cache=$2
shift 2
printf '\000\004java\000\000\000\032class A { int a = 1 + 2; }' |
  "$java" -XX:AOTMode=record "-XX:AOTConfiguration=$cache.config" "$@" >/dev/null
"$java" -XX:AOTMode=create "-XX:AOTConfiguration=$cache.config" "-XX:AOTCache=$cache" "$@"
rm "$cache.config"
