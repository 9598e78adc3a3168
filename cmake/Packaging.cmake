# SPDX-License-Identifier: GPL-2.0-only
#
# What goes into a wheel, where pip builds one: libraries, headers, drives and the programs that pyproject.toml makes
# commands, in the folder _build of the Python package, and those libraries of the ns3 wheel that they need. The whole
# of that wheel, and cppyy with it, is only needed for C++ from Python, which loads ns-3's libraries from there instead.
# Nothing in ours names a folder of the machine that built it.

set(folder ns3_iscsi/_build)
# From site-packages/ns3_iscsi/_build, and from a folder in it.
set(ns3 ../../ns3)
set(library_path "$ORIGIN/../lib:$ORIGIN/../${ns3}/lib64")

set(targets ${NS3_ISCSI_MODULES})
file(STRINGS pyproject.toml commands REGEX "= \"ns3_iscsi\\.build_info:run_program\"$")
foreach(command IN LISTS commands)
  string(REGEX REPLACE " .*" "" program "${command}")
  list(APPEND targets ${program})
endforeach()
add_custom_target(package-contents DEPENDS ${targets})
set_target_properties(${targets} PROPERTIES INSTALL_RPATH "${library_path}" INSTALL_RPATH_USE_LINK_PATH FALSE)
install(
  TARGETS ${targets}
  RUNTIME_DEPENDENCY_SET needed
  RUNTIME DESTINATION ${folder}/bin
  LIBRARY DESTINATION ${folder}/lib
)
# A pattern for its folder: of what is in there it takes what is needed, and nothing from elsewhere.
string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" ns3_pattern "${NS3_LIBRARY_DIRECTORY}/")
install(
  RUNTIME_DEPENDENCY_SET needed
  DIRECTORIES "${NS3_LIBRARY_DIRECTORY}"
  POST_INCLUDE_REGEXES "^${ns3_pattern}"
  POST_EXCLUDE_REGEXES ".*"
  RUNTIME DESTINATION ${folder}/bin
  LIBRARY DESTINATION ${folder}/lib
)

get_property(headers GLOBAL PROPERTY NS3_ISCSI_HEADER_PATHS)
foreach(module IN LISTS NS3_ISCSI_MODULES)
  list(APPEND headers "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/${module}-module.h")
endforeach()
install(FILES ${headers} DESTINATION ${folder}/include/ns3)
install(DIRECTORY src/disk-model/data/ src/ssd-model/data/ DESTINATION ${folder}/data)

set(config "${CMAKE_BINARY_DIR}/wheel/ns3-iscsi-config.json")
ns3_iscsi_write_config("${config}" lib ${ns3}/lib64 ${ns3}/include include data bin)
install(FILES "${config}" DESTINATION ${folder})
