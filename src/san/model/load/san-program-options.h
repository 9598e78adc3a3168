/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_OPTIONS_H
#define SAN_PROGRAM_OPTIONS_H

#include "ns3/program-options.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// A program, on files or on a drive, that can be a workload.
struct SanProgramOptions
{
    std::string word; //!< the workload's name, with which its options begin
    TypeId typeId;    //!< class of the program
    /// Attributes that are options, and what these have of their own.
    std::vector<std::pair<std::string, ProgramOptions::AttributeOption>> attributes;
};

/**
 * @return all programs on files
 */
const std::vector<SanProgramOptions>& GetSanPrograms();

/**
 * @return what an option needs that has an effect on programs on files alone (OptionCondition)
 */
std::string GetSanProgramNeed();

/**
 * @return h2benchw, which runs on a drive
 */
const SanProgramOptions& GetSanBenchmark();

/**
 * @return verify, which checks the contents of drives
 */
const SanProgramOptions& GetSanVerification();

/**
 * @param word name of a workload
 * @return the program on files, null if it is none
 */
const SanProgramOptions* FindSanProgram(const std::string& word);

} // namespace ns3

#endif /* SAN_PROGRAM_OPTIONS_H */
