/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WORKLOADS_H
#define SAN_WORKLOADS_H

#include "ns3/san-block-kind.h"
#include "ns3/san-load-options.h"
#include "ns3/san-program-kind.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-load
 *
 * What initiators do: the kinds of workloads that a program has, and the one that the option
 * workload names.
 */
class SanWorkloads : public SanLoadOptions
{
  public:
    using SanLoadOptions::SanLoadOptions;

    /// Add all kinds, with their options.
    void AddWorkload();

    /// Add the kinds that issue block requests to all drives that an initiator sees, and programs.
    void AddLiveWorkload();

    /**
     * @return the kind that was chosen, if it issues block requests; otherwise null
     */
    const SanBlockKind* GetBlockKind() const;

    /**
     * @return the kind that was chosen, if it is a program on files; otherwise null
     */
    const SanProgramKind* GetProgramKind() const;

    /**
     * @return what an option needs that has an effect on programs on files alone (OptionCondition)
     */
    std::string GetProgramNeed() const;

    /**
     * Check the options of the kind that was chosen.
     *
     * @throw UserError naming the option that is wrong
     */
    void Check() const;

    std::string workload{"poisson"}; //!< word of the kind

  private:
    /// Add the options of all kinds.
    void AddKinds();

    /**
     * @return all kinds
     */
    std::vector<SanWorkloadKind*> GetKinds() const;

    /**
     * @param option name of an option that several kinds have
     * @return what it needs (OptionCondition)
     */
    std::string GetNeed(const std::string& option) const;

    std::vector<std::unique_ptr<SanBlockKind>> m_blocks;     //!< kinds with block requests
    std::vector<std::unique_ptr<SanProgramKind>> m_programs; //!< kinds that are programs
};

} // namespace ns3

#endif /* SAN_WORKLOADS_H */
