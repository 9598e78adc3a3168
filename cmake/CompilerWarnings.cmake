# SPDX-License-Identifier: GPL-2.0-only
#
# Warnings that say nothing of our code, here and in an ns-3 tree.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of its own std::string, wherever one is put behind a literal (GCC bug 105651); later ones do not, and
  # say what is true of our code.
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
