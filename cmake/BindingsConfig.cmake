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
#   scenario           the network of iscsi-san: {library, header}, both absolute paths; null where it is not built
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

function(ns3_iscsi_write_bindings_config)
  set_property(GLOBAL PROPERTY NS3_ISCSI_USED_NS3_MODULES "")
  set(ours "")
  foreach(module IN LISTS NS3_ISCSI_MODULES)
    ns3_iscsi_read_dependencies("${PROJECT_SOURCE_DIR}/src/${module}" needed)
    foreach(other IN LISTS needed)
      if(other IN_LIST NS3_MODULES)
        ns3_iscsi_add_used_ns3_module(${other})
      endif()
    endforeach()
    list(
      APPEND ours
      "{\"name\": \"${module}\", \"library\": \"$<TARGET_FILE:${module}>\", \"header\": \"ns3/${module}-module.h\"}"
    )
  endforeach()

  set(theirs "")
  get_property(used GLOBAL PROPERTY NS3_ISCSI_USED_NS3_MODULES)
  foreach(module IN LISTS used)
    list(APPEND theirs "{\"name\": \"${module}\", \"library\": \"$<TARGET_FILE:ns3::${module}>\"}")
  endforeach()

  get_target_property(definitions ns3::core INTERFACE_COMPILE_DEFINITIONS)
  list(FILTER definitions EXCLUDE REGEX "\"")
  list(TRANSFORM definitions REPLACE "(.+)" "\"\\1\"")

  set(scenario null)
  if(TARGET iscsi-san-library)
    set(header "${PROJECT_SOURCE_DIR}/examples/iscsi-san/san.h")
    set(scenario "{\"library\": \"$<TARGET_FILE:iscsi-san-library>\", \"header\": \"${header}\"}")
  endif()

  list(JOIN ours ",\n    " ours)
  list(JOIN theirs ",\n      " theirs)
  list(JOIN definitions ", " definitions)
  file(
    GENERATE
    OUTPUT "${CMAKE_BINARY_DIR}/ns3-iscsi-config.json"
    CONTENT
      "{
  \"version\": \"${PROJECT_VERSION}\",
  \"build_type\": \"$<CONFIG>\",
  \"ns3\": {
    \"version\": \"${ns3_VERSION}\",
    \"include_dir\": \"${NS3_INCLUDE_DIRECTORY}\",
    \"library_dir\": \"${NS3_LIBRARY_DIRECTORY}\",
    \"modules\": [
      ${theirs}
    ]
  },
  \"include_dir\": \"${NS3_ISCSI_INCLUDE_DIRECTORY}\",
  \"definitions\": [${definitions}],
  \"modules\": [
    ${ours}
  ],
  \"scenario\": ${scenario},
  \"data_dir\": \"${PROJECT_SOURCE_DIR}/src/disk-model/data\",
  \"bin_dir\": \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\"
}
"
  )
endfunction()
