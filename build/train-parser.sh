#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# What the parser's AOT cache learns from: one text, asked as Writ asks (the grammar's name and the
# text, each after its length, as Java writes them). The rest of the line starts the parser.
set -eu
printf '\000\004java\000\000\000\032class A { int a = 1 + 2; }' | "$@" >/dev/null
