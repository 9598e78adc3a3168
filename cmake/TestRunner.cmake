# SPDX-License-Identifier: GPL-2.0-only
#
# One program that holds every test suite, and a ctest entry per suite. The suites are listed by the program itself
# after each build, so a suite needs no mention in any CMake file.

function(ns3_iscsi_build_test_runner)
  get_property(libraries GLOBAL PROPERTY NS3_ISCSI_TEST_LIBRARIES)
  if(NOT libraries)
    return()
  endif()
  set(runner ns3-iscsi-test-runner)
  set(tests "${CMAKE_BINARY_DIR}/ctest-suites.cmake")
  build_exec(
    EXECNAME ${runner}
    SOURCE_FILES "${PROJECT_SOURCE_DIR}/utils/test-runner.cc"
    LIBRARIES_TO_LINK ${libraries} ${libcore}
  )
  set_target_properties(${runner} PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/ListSuites.cmake")
  add_custom_command(
    TARGET ${runner}
    POST_BUILD
    BYPRODUCTS "${tests}"
    COMMAND "${CMAKE_COMMAND}" -D "RUNNER=$<TARGET_FILE:${runner}>" -D "OUTPUT=${tests}" -P
            "${PROJECT_SOURCE_DIR}/cmake/ListSuites.cmake"
    VERBATIM
  )
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY TEST_INCLUDE_FILES "${tests}")
endfunction()
