# SPDX-License-Identifier: GPL-2.0-only
#
# Language level, warnings, sanitizers and where the products go.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} is too old: g++ 12 or later is needed")
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(NS3_ISCSI_INCLUDE_DIRECTORY "${CMAKE_BINARY_DIR}/include")

add_compile_options(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Nobody replaces functions of our libraries at load time, so the compiler may inline them there, as clang does.
  add_compile_options(-fno-semantic-interposition)
  # The assertions in ns-3's Ptr make its functions, and ours with them, look longer to g++ than what it inlines by
  # itself.
  add_compile_options(--param=max-inline-insns-auto=100)
endif()
if(NS3_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
include(CompilerWarnings)

# ns-3 finds classes by name at run time: a library no symbol of which is used must be loaded all the same.
add_link_options(LINKER:--no-as-needed)

if(NS3_CCACHE)
  find_program(CCACHE ccache)
  if(CCACHE)
    # Paths below the project count as relative ones: another build folder beside this one finds the same objects.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "${CCACHE}")
  endif()
endif()

if(NS3_ISCSI_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
