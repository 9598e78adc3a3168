# SPDX-License-Identifier: GPL-2.0-only
#
# Writes <build>/ns3-iscsi-config.json, from which the Python package learns what to load:
#
#   version            of this project
#   build_type         Release, Debug, ...
#   ns3.version        of the ns-3 that was built against
#   ns3.include_dir    folder that holds ns3/core-module.h
#   ns3.library_dir    folder that holds ns-3's libraries
#   ns3.modules        ns-3 modules ours use, each behind those it needs: [{name, library}]
#   include_dir        folder that holds ns3/<our headers>
#   definitions        compile definitions to set before including a header
#   modules            our modules in load order: [{name, library, header}]; library is an absolute path, header is
#                      relative to include_dir
#   data_dir           folder of the catalogue of drives
#   bin_dir            folder of the programs

# Appends a ns-3 module to the global list NS3_ISCSI_USED_NS3_MODULES behind everything it needs.
function(ns3_iscsi_add_used_ns3_module module)
  get_property(used GLOBAL PROPERTY NS3_ISCSI_USED_NS3_MODULES)
  if(module IN_LIST used)
    return()
  endif()
  get_target_property(items ns3::${module} INTERFACE_LINK_LIBRARIES)
  foreach(item IN LISTS items)
    if(item MATCHES "^ns3::(.+)$")
      ns3_iscsi_add_used_ns3_module(${CMAKE_MATCH_1})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY NS3_ISCSI_USED_NS3_MODULES ${module})
endfunction()

# Writes the file for the build folder. Installed in a wheel (cmake/Packaging.cmake) it is another, whose paths are
# relative to its own folder.
function(ns3_iscsi_write_bindings_config)
  ns3_iscsi_write_config(
    "${CMAKE_BINARY_DIR}/ns3-iscsi-config.json"
    "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}"
    "${NS3_LIBRARY_DIRECTORY}"
    "${NS3_INCLUDE_DIRECTORY}"
    "${NS3_ISCSI_INCLUDE_DIRECTORY}"
    "${PROJECT_SOURCE_DIR}/src/disk-model/data"
    "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
  )
endfunction()

# Writes the file with the given folders: of our libraries, of ns-3's libraries and headers, of our headers, of drives
# and of programs.
function(ns3_iscsi_write_config output libraries ns3_libraries ns3_headers headers data programs)
  set_property(GLOBAL PROPERTY NS3_ISCSI_USED_NS3_MODULES "")
  set(ours "")
  foreach(module IN LISTS NS3_ISCSI_MODULES)
    ns3_iscsi_read_dependencies("${PROJECT_SOURCE_DIR}/src/${module}" needed)
    foreach(other IN LISTS needed)
      if(other IN_LIST NS3_MODULES)
        ns3_iscsi_add_used_ns3_module(${other})
      endif()
    endforeach()
    set(library "${libraries}/$<TARGET_FILE_NAME:${module}>")
    list(
      APPEND ours
      "{\"name\": \"${module}\", \"library\": \"${library}\", \"header\": \"ns3/${module}-module.h\"}"
    )
  endforeach()

  set(theirs "")
  get_property(used GLOBAL PROPERTY NS3_ISCSI_USED_NS3_MODULES)
  foreach(module IN LISTS used)
    set(library "${ns3_libraries}/$<TARGET_FILE_NAME:ns3::${module}>")
    list(APPEND theirs "{\"name\": \"${module}\", \"library\": \"${library}\"}")
  endforeach()

  get_target_property(definitions ns3::core INTERFACE_COMPILE_DEFINITIONS)
  list(FILTER definitions EXCLUDE REGEX "\"")
  list(TRANSFORM definitions REPLACE "(.+)" "\"\\1\"")

  list(JOIN ours ",\n    " ours)
  list(JOIN theirs ",\n      " theirs)
  list(JOIN definitions ", " definitions)
  file(
    GENERATE
    OUTPUT "${output}"
    CONTENT
      "{
  \"version\": \"${PROJECT_VERSION}\",
  \"build_type\": \"$<CONFIG>\",
  \"ns3\": {
    \"version\": \"${ns3_VERSION}\",
    \"include_dir\": \"${ns3_headers}\",
    \"library_dir\": \"${ns3_libraries}\",
    \"modules\": [
      ${theirs}
    ]
  },
  \"include_dir\": \"${headers}\",
  \"definitions\": [${definitions}],
  \"modules\": [
    ${ours}
  ],
  \"data_dir\": \"${data}\",
  \"bin_dir\": \"${programs}\"
}
"
  )
endfunction()
