# SPDX-License-Identifier: GPL-2.0-only
#
# build_exec with ns-3's argument names, and the programs in scratch/. Every program lands in <build>/bin/ under its
# plain name.

# A program. It is left out, with a line that says so, when it needs a module that is not built. EXECNAME_PREFIX,
# EXECUTABLE_DIRECTORY_PATH and INSTALL_DIRECTORY_PATH place a program in an ns-3 tree and have no meaning here, nor has
# IGNORE_PCH.
function(build_exec)
  cmake_parse_arguments(
    PARSE_ARGV 0 arg "IGNORE_PCH;STANDALONE"
    "EXECNAME;EXECNAME_PREFIX;EXECUTABLE_DIRECTORY_PATH;INSTALL_DIRECTORY_PATH"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;DEFINITIONS"
  )
  foreach(library IN LISTS arg_LIBRARIES_TO_LINK)
    if(library IN_LIST NS3_ISCSI_ALL_MODULES AND NOT library IN_LIST NS3_ISCSI_MODULES)
      message(STATUS "${arg_EXECNAME} left out: it needs module ${library}, which is not enabled")
      return()
    endif()
  endforeach()

  add_executable(${arg_EXECNAME} ${arg_SOURCE_FILES})
  target_compile_definitions(${arg_EXECNAME} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${arg_EXECNAME} PRIVATE ${arg_LIBRARIES_TO_LINK})
endfunction()

# Programs of the user: each <folder>/*.cc is one, and each <folder>/<dir>/ is one made of all its .cc files, named like
# the file or the folder. A folder with a CMakeLists.txt of its own is left to that. They may use any module; ns-3
# modules a program does not use are not loaded when it runs.
function(ns3_iscsi_build_scratch folder)
  set(libraries ${NS3_ISCSI_MODULES} -Wl,--as-needed)
  foreach(module IN LISTS NS3_MODULES)
    list(APPEND libraries ${lib${module}})
  endforeach()

  file(GLOB entries CONFIGURE_DEPENDS LIST_DIRECTORIES TRUE "${folder}/*")
  foreach(entry IN LISTS entries)
    cmake_path(GET entry STEM LAST_ONLY name)
    if(EXISTS "${entry}/CMakeLists.txt")
      add_subdirectory("${entry}")
    elseif(IS_DIRECTORY "${entry}")
      file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${entry}/*.cc")
      if(sources)
        build_exec(EXECNAME ${name} SOURCE_FILES ${sources} LIBRARIES_TO_LINK ${libraries})
      endif()
    elseif(entry MATCHES "\\.cc$")
      build_exec(EXECNAME ${name} SOURCE_FILES "${entry}" LIBRARIES_TO_LINK ${libraries})
    endif()
  endforeach()
endfunction()
