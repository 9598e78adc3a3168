# SPDX-License-Identifier: GPL-2.0-only
#
# build_lib and build_lib_example with ns-3's argument names, so that a module's CMakeLists.txt is the same here and in
# contrib/ of an ns-3 tree.
#
# The library of module m is libsan-<m>.so. It must not be called libns3*: `from ns import ns` of the wheel searches
# below the current directory for libraries of that name and takes them for ns-3's own.

set_property(GLOBAL PROPERTY NS3_ISCSI_STAGED_HEADERS "")
set_property(GLOBAL PROPERTY NS3_ISCSI_HEADER_PATHS "")
set_property(GLOBAL PROPERTY NS3_ISCSI_TEST_LIBRARIES "")

# Makes headers of the current module reachable as "ns3/<header>". A staged header only includes the real one: compiler
# messages name the source, and a change rebuilds what depends on it. The path is relative, so that objects compiled in
# one copy of the tree, or in one build folder, serve another (NS3_CCACHE).
function(ns3_iscsi_stage_headers)
  foreach(header IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH header NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET header FILENAME name)
    if(NOT EXISTS "${path}")
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt lists ${header}, which does not exist")
    endif()
    cmake_path(
      RELATIVE_PATH path BASE_DIRECTORY "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3" OUTPUT_VARIABLE relative
    )
    file(CONFIGURE OUTPUT "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/${name}" CONTENT "#include \"${relative}\"\n")
    set_property(GLOBAL APPEND PROPERTY NS3_ISCSI_STAGED_HEADERS ${name})
    set_property(GLOBAL APPEND PROPERTY NS3_ISCSI_HEADER_PATHS "${path}")
  endforeach()
endfunction()

# Writes "ns3/<module>-module.h", which includes the module's public headers and is for programs only.
function(ns3_iscsi_write_umbrella_header module)
  string(TOUPPER "NS3_MODULE_${module}" guard)
  string(REPLACE "-" "_" guard "${guard}")
  set(includes "")
  foreach(header IN LISTS ARGN)
    cmake_path(GET header FILENAME name)
    string(APPEND includes "#include \"ns3/${name}\"\n")
  endforeach()
  file(
    CONFIGURE
    OUTPUT "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/${module}-module.h"
    CONTENT "\
#ifdef NS3_MODULE_COMPILATION
#error \"ns3/${module}-module.h is for programs: include single headers in a module\"
#endif
#ifndef ${guard}
#define ${guard}
${includes}#endif
"
  )
  set_property(GLOBAL APPEND PROPERTY NS3_ISCSI_STAGED_HEADERS ${module}-module.h)
endfunction()

# Removes staged headers no module lists any more, so that including one fails here as it does elsewhere.
function(ns3_iscsi_prune_headers)
  get_property(staged GLOBAL PROPERTY NS3_ISCSI_STAGED_HEADERS)
  file(GLOB present RELATIVE "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3" "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/*")
  foreach(name IN LISTS present)
    if(NOT name IN_LIST staged)
      file(REMOVE "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/${name}")
    endif()
  endforeach()
endfunction()

# A module of ns-3's kind. LIBNAME is the module, HEADER_FILES are public (staged, and in the umbrella header),
# DEPRECATED_HEADER_FILES and PRIVATE_HEADER_FILES staged only, TEST_SOURCES the test suites. IGNORE_PCH,
# GENERATE_EXPORT_HEADER and MODULE_ENABLED_FEATURES are accepted and have no meaning here: nothing is precompiled,
# because the sources of a batch share their headers.
function(build_lib)
  set(lists
      SOURCE_FILES
      HEADER_FILES
      LIBRARIES_TO_LINK
      TEST_SOURCES
      DEPRECATED_HEADER_FILES
      MODULE_ENABLED_FEATURES
      PRIVATE_HEADER_FILES
  )
  cmake_parse_arguments(
    PARSE_ARGV 0 arg "IGNORE_PCH;GENERATE_EXPORT_HEADER" "LIBNAME" "${lists}"
  )

  add_library(${arg_LIBNAME} SHARED ${arg_SOURCE_FILES})
  add_library(ns3::${arg_LIBNAME} ALIAS ${arg_LIBNAME})
  set_target_properties(${arg_LIBNAME} PROPERTIES OUTPUT_NAME san-${arg_LIBNAME})
  ns3_iscsi_compile_in_batches(${arg_LIBNAME})
  target_compile_definitions(${arg_LIBNAME} PRIVATE NS3_MODULE_COMPILATION)
  target_include_directories(${arg_LIBNAME} PUBLIC "${NS3_ISCSI_INCLUDE_DIRECTORY}")
  target_link_libraries(${arg_LIBNAME} PUBLIC ${arg_LIBRARIES_TO_LINK})

  ns3_iscsi_stage_headers(${arg_HEADER_FILES} ${arg_DEPRECATED_HEADER_FILES} ${arg_PRIVATE_HEADER_FILES})
  ns3_iscsi_write_umbrella_header(${arg_LIBNAME} ${arg_HEADER_FILES})

  if(NS3_EXAMPLES AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt")
    set(BLIB_LIBNAME ${arg_LIBNAME})
    add_subdirectory(examples)
  endif()

  if(NS3_TESTS AND arg_TEST_SOURCES)
    set(test ${arg_LIBNAME}-test)
    add_library(${test} SHARED ${arg_TEST_SOURCES})
    # The comparisons of a test are spelled in ns-3's macros: only where its headers are no system headers does the
    # compiler warn of them, as it does in ns-3's own tree.
    set_target_properties(${test} PROPERTIES OUTPUT_NAME san-${test} NO_SYSTEM_FROM_IMPORTED ON)
    target_compile_options(${test} PRIVATE -Wno-unused-parameter)
    ns3_iscsi_compile_in_batches(${test})
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
    # Each line of a test runs a few times: a release build compiles them in half the time.
    target_compile_options(${test} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(${test} PRIVATE NS3_MODULE_COMPILATION NS_TEST_SOURCEDIR="${folder}/test")
    target_link_libraries(
      ${test} PRIVATE ${arg_LIBNAME} ${arg_LIBRARIES_TO_LINK}
    )
    set_property(GLOBAL APPEND PROPERTY NS3_ISCSI_TEST_LIBRARIES ${test})
  endif()
endfunction()

# An example of the module whose examples/CMakeLists.txt calls this. It links the module beside LIBRARIES_TO_LINK.
function(build_lib_example)
  cmake_parse_arguments(PARSE_ARGV 0 arg "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK")
  build_exec(
    EXECNAME ${arg_NAME}
    SOURCE_FILES ${arg_SOURCE_FILES}
    HEADER_FILES ${arg_HEADER_FILES}
    LIBRARIES_TO_LINK ${BLIB_LIBNAME} ${arg_LIBRARIES_TO_LINK}
  )
endfunction()
