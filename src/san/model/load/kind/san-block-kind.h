/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_BLOCK_KIND_H
#define SAN_BLOCK_KIND_H

#include "san-workload-kind.h"

#include "ns3/application-container.h"
#include "ns3/block-device.h"
#include "ns3/block-workload.h"
#include "ns3/node.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class SanResults;

/**
 * @ingroup san-load-kind
 *
 * A kind of workload that issues block requests to the drives that an initiator sees.
 */
class SanBlockKind : public SanWorkloadKind
{
  public:
    using SanWorkloadKind::SanWorkloadKind;

    /// Where a workload runs.
    struct Place
    {
        Ptr<Node> node;                        //!< the initiator
        uint32_t number;                       //!< its number
        uint32_t initiators;                   //!< number of all initiators
        std::vector<Ptr<BlockDevice>> devices; //!< the drives
    };

    /**
     * Install it on an initiator.
     *
     * @param place where
     * @return the workloads, one or several, each a BlockWorkload
     * @throw UserError naming the option, or the file and line, that is wrong
     */
    virtual ApplicationContainer Install(const Place& place) const = 0;

    /**
     * Report what a workload does. By default its requests are recorded.
     *
     * @param workload one of those that were installed
     * @param initiator number of its initiator
     * @param drive number of its drive there, if each drive has one of its own
     * @param results where to
     * @throw UserError if a file cannot be created
     */
    virtual void Report(Ptr<BlockWorkload> workload,
                        uint32_t initiator,
                        uint32_t drive,
                        SanResults& results) const;

    /**
     * @return what a user should know of its files, a line each
     * @throw UserError naming the file and line that is wrong
     */
    virtual std::vector<std::string> GetNotes() const;

    /**
     * @return true if each drive has one of its own, and only one initiator uses a drive
     */
    virtual bool IsPerDrive() const;

    /**
     * @return true if it checks the contents of drives, which then keep them
     */
    virtual bool ChecksContents() const;

    /**
     * @return true if it heeds the option stop by itself; otherwise it is stopped at that time
     */
    virtual bool StopsItself() const;
};

} // namespace ns3

#endif /* SAN_BLOCK_KIND_H */
