# SPDX-License-Identifier: GPL-2.0-only
#
# Finds ns-3 (3.44 or later), installed or as the PyPI wheel, and corrects the targets it exports.
#
# Looked for in this order: ns3_DIR and CMAKE_PREFIX_PATH (an install prefix, or a virtual environment that holds the
# wheel), the active virtual environment, .venv in this project.
#
# Afterwards ns3_VERSION, NS3_INCLUDE_DIRECTORY and NS3_LIBRARY_DIRECTORY are set, NS3_MODULES lists the ns-3 modules,
# and for each of them, as in an ns-3 tree, the variable lib<module> names what to link.

set(NS3_OLDEST_VERSION 3.44)

set(ns3_wheels "")
foreach(prefix IN LISTS CMAKE_PREFIX_PATH ITEMS "$ENV{VIRTUAL_ENV}" "${CMAKE_CURRENT_SOURCE_DIR}/.venv")
  if(prefix)
    # pip, when it builds, gives folders of packages and not environments.
    file(GLOB found "${prefix}/lib/python3.*/site-packages/ns3" "${prefix}/ns3")
    list(APPEND ns3_wheels ${found})
  endif()
endforeach()

# The wheel keeps its package in lib64, where CMake does not look on Debian. Its version file accepts an exact match
# only, so no version is asked for here.
find_package(
  ns3 QUIET CONFIG
  HINTS ${ns3_wheels}
  PATH_SUFFIXES lib64/cmake/ns3
)

if(NOT ns3_FOUND)
  message(
    FATAL_ERROR "ns-3 not found: give -DCMAKE_PREFIX_PATH=<install of ns-3 ${NS3_OLDEST_VERSION} or later>, or run make"
  )
endif()
# A development tree calls itself "3-dev".
if(ns3_VERSION VERSION_LESS NS3_OLDEST_VERSION AND NOT ns3_VERSION MATCHES "dev")
  message(
    FATAL_ERROR "ns-3 ${ns3_VERSION} in ${ns3_DIR} is too old: ns-3 ${NS3_OLDEST_VERSION} or later is needed"
  )
endif()
message(STATUS "Found ns-3 ${ns3_VERSION}: ${ns3_DIR}")

# Takes out of an imported target what only exists on the machine that built the wheel: include folders that are not
# here, /usr/include (which breaks #include_next when it is passed as a system folder) and libraries named by a path or
# a bare name (ns-3's shared libraries name what they need themselves). The linker's as-needed switches go too: which
# libraries are needed is decided by this project. Compile definitions stay.
function(ns3_iscsi_mend_target target)
  get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set(kept "")
  foreach(folder IN LISTS folders)
    if(EXISTS "${folder}" AND NOT folder STREQUAL "/usr/include")
      list(APPEND kept "${folder}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${kept}")

  get_target_property(items ${target} INTERFACE_LINK_LIBRARIES)
  set(kept "")
  foreach(item IN LISTS items)
    if((TARGET "${item}" OR item MATCHES "^(-|\\$<)") AND NOT item MATCHES "^-Wl,--(no-)?as-needed$")
      list(APPEND kept "${item}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${kept}")
endfunction()

set(NS3_MODULES "")
get_property(ns3_targets DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target IN LISTS ns3_targets)
  get_target_property(type ${target} TYPE)
  if(target MATCHES "^ns3::(.+)$" AND type STREQUAL "SHARED_LIBRARY")
    set(module ${CMAKE_MATCH_1})
    ns3_iscsi_mend_target(${target})
    list(APPEND NS3_MODULES ${module})
    set(lib${module} ${target})
  endif()
endforeach()

get_target_property(ns3_core ns3::core LOCATION)
cmake_path(GET ns3_core PARENT_PATH NS3_LIBRARY_DIRECTORY)
find_path(
  NS3_INCLUDE_DIRECTORY ns3/core-module.h
  PATHS "${NS3_LIBRARY_DIRECTORY}/../include"
  NO_CACHE NO_DEFAULT_PATH REQUIRED
)
cmake_path(NORMAL_PATH NS3_INCLUDE_DIRECTORY)
