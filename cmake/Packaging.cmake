# SPDX-License-Identifier: GPL-2.0-only
#
# What goes into a wheel, where pip builds one: libraries, headers, programs and drives, in the folder _build of the
# Python package, found from there and beside the package of the ns3 wheel. Nothing in it names a folder of the machine
# that built it.

set(folder ns3_iscsi/_build)
# From site-packages/ns3_iscsi/_build, and from a folder in it.
set(ns3 ../../ns3)
set(library_path "$ORIGIN/../lib:$ORIGIN/../${ns3}/lib64")

set(targets iscsi-san iscsi-san-library disk-replay block-trace ${NS3_ISCSI_MODULES})
set_target_properties(${targets} PROPERTIES INSTALL_RPATH "${library_path}" INSTALL_RPATH_USE_LINK_PATH FALSE)
install(
  TARGETS ${targets}
  RUNTIME DESTINATION ${folder}/bin
  LIBRARY DESTINATION ${folder}/lib
)

get_property(headers GLOBAL PROPERTY NS3_ISCSI_HEADER_PATHS)
list(APPEND headers "${PROJECT_SOURCE_DIR}/examples/iscsi-san/san.h")
foreach(module IN LISTS NS3_ISCSI_MODULES)
  list(APPEND headers "${NS3_ISCSI_INCLUDE_DIRECTORY}/ns3/${module}-module.h")
endforeach()
install(FILES ${headers} DESTINATION ${folder}/include/ns3)
install(DIRECTORY src/disk-model/data/ DESTINATION ${folder}/data)

set(config "${CMAKE_BINARY_DIR}/wheel/ns3-iscsi-config.json")
ns3_iscsi_write_config("${config}" lib ${ns3}/lib64 ${ns3}/include include ns3/san.h data bin)
install(FILES "${config}" DESTINATION ${folder})
