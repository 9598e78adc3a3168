/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WORKLOAD_H
#define SAN_WORKLOAD_H

#include "ns3/block-workload-helper.h"
#include "ns3/fio-job-helper.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ns3
{

class SanLoadOptions;

/// What each initiator does.
class SanWorkload
{
  public:
    /**
     * @param o the options
     * @param initiators number of initiators
     * @throw UserError naming what is wrong in a job file or in the options
     */
    SanWorkload(const SanLoadOptions& o, uint32_t initiators);

    /**
     * Install it on an initiator.
     *
     * @param node the initiator
     * @param number number of the initiator
     * @param devices the drives that it sees
     * @return the workloads, one or those of all jobs of fio
     * @throw UserError naming what is wrong
     */
    ApplicationContainer Install(Ptr<Node> node,
                                 uint32_t number,
                                 const std::vector<Ptr<BlockDevice>>& devices) const;

    /**
     * @return what a user should know of the job file, a line each
     */
    std::vector<std::string> GetNotes() const;

  private:
    /**
     * @param o the options
     * @return what installs the workload
     */
    static std::variant<BlockWorkloadHelper, FioJobHelper> MakeHelper(const SanLoadOptions& o);

    std::variant<BlockWorkloadHelper, FioJobHelper> m_helper; //!< installs it
    uint32_t m_writers{0};    //!< initiators with blocks of their own, if contents are checked
    bool m_hasWorkers{false}; //!< true if they are workers of IOMeter
};

} // namespace ns3

#endif /* SAN_WORKLOAD_H */
