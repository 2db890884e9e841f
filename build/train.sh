#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# The run from which the AOT cache learns what to load: one process, called as
# `train.sh java <flags> Main` in an empty directory with a home of its own.
exec "$@" --version
