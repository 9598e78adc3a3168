# SPDX-License-Identifier: GPL-2.0-only
#
# How the sources of a module are compiled, here and in an ns-3 tree.

# Compiles the sources of a target in batches: most of the time of a source goes into the headers that it shares with
# others. What a source declares for itself alone, a name in an unnamed namespace, is therefore unique among the sources
# of its target. ns-3's macros call the log component of each source g_log, so each gets another name here.
function(ns3_iscsi_compile_in_batches target)
  if(DEFINED NS3_ISCSI_BATCHES AND NOT NS3_ISCSI_BATCHES)
    return()
  endif()
  set_target_properties(
    ${target}
    PROPERTIES UNITY_BUILD ON
               UNITY_BUILD_BATCH_SIZE 12
               UNITY_BUILD_RELOCATABLE ON
               UNITY_BUILD_UNIQUE_ID NS3_ISCSI_SOURCE
               UNITY_BUILD_CODE_BEFORE_INCLUDE "#undef g_log\n#define g_log NS3_ISCSI_SOURCE"
  )
  # g++ would warn of classes with members of a type in an unnamed namespace: to it a source in a batch is a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
