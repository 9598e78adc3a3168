# SPDX-License-Identifier: GPL-2.0-only
#
# Run as a script after the test runner is built: asks RUNNER for its suites and writes a ctest entry for each to
# OUTPUT. Every entry runs the long test cases as well.

cmake_minimum_required(VERSION 3.21)

# Listing makes no simulation, so what it leaks says nothing.
set(ENV{ASAN_OPTIONS} "detect_leaks=0")
execute_process(
  COMMAND "${RUNNER}" --print-test-name-list
  OUTPUT_VARIABLE names
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY
)
string(REPLACE "\n" ";" names "${names}")

set(content "")
foreach(name IN LISTS names)
  string(STRIP "${name}" name)
  set(arguments "\"--suite=${name}\" --fullness=TAKES_FOREVER --verbose")
  string(APPEND content "add_test([=[${name}]=] [=[${RUNNER}]=] ${arguments})\n")
endforeach()
file(WRITE "${OUTPUT}" "${content}")
