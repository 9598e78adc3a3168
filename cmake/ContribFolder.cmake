# SPDX-License-Identifier: GPL-2.0-only
#
# The project as a folder in contrib/ of an ns-3 tree, which takes such a folder for one module. Each folder in src/
# becomes a module, by ns-3's own build_lib, and examples/ becomes its programs.

# Builds all modules. The arguments are the modules of ns-3 that they may need.
function(ns3_iscsi_build_contrib_folder)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  ns3_iscsi_find_modules("${CMAKE_CURRENT_SOURCE_DIR}/src")

  # What ns-3 does for each folder in contrib/, before it builds any.
  foreach(module IN LISTS NS3_ISCSI_ALL_MODULES)
    set(other "${PROJECT_SOURCE_DIR}/contrib/${module}")
    if(EXISTS "${other}/CMakeLists.txt" AND NOT other STREQUAL CMAKE_CURRENT_SOURCE_DIR)
      message(FATAL_ERROR "contrib/${module} is in contrib/${folder} as well: move it away")
    endif()
    set(lib${module} ${module} CACHE INTERNAL "")
    list(APPEND ns3-all-enabled-modules ${module})
  endforeach()
  set(ns3-all-enabled-modules "${ns3-all-enabled-modules}" CACHE INTERNAL "list with all enabled modules")
  set(filter ${NS3_FILTER_MODULE_EXAMPLES_AND_TESTS})
  if(folder IN_LIST filter)
    set(NS3_FILTER_MODULE_EXAMPLES_AND_TESTS ${filter} ${NS3_ISCSI_ALL_MODULES})
  endif()

  foreach(module IN LISTS NS3_ISCSI_ALL_MODULES)
    ns3_iscsi_read_dependencies("${CMAKE_CURRENT_SOURCE_DIR}/src/${module}" needed)
    list(REMOVE_ITEM needed ${NS3_ISCSI_ALL_MODULES} ${ARGN})
    if(needed)
      message(FATAL_ERROR "Module ${module} needs ${needed}, which ${CMAKE_CURRENT_LIST_FILE} does not list")
    endif()
    add_subdirectory(src/${module})
    foreach(target ${module} ${module}-test)
      if(TARGET ${target})
        ns3_iscsi_compile_in_batches(${target})
      endif()
    endforeach()
  endforeach()

  if(ENABLE_EXAMPLES AND (NOT filter OR folder IN_LIST filter))
    add_subdirectory(examples)
  endif()
endfunction()
