/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_BLOCK_LOAD_H
#define SAN_BLOCK_LOAD_H

#include "san-load.h"

#include "ns3/block-device.h"
#include "ns3/block-workload.h"
#include "ns3/page-cache.h"
#include "ns3/san-block-kind.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-scenario
 *
 * Workloads that issue block requests, initiator by initiator, perhaps through page caches.
 */
class SanBlockLoad : public SanLoad
{
  public:
    using SanLoad::SanLoad;

    int64_t Install(const SanOptions& o) override;
    void CheckBegun() override;

    /**
     * @return whether requests were issued, and none after the ramp time, so that nothing is
     *         measured
     */
    bool HasMeasuredNothing() const;
    std::optional<double> GetShareDone() const override;
    std::vector<std::string> GetNotes() const override;

    /**
     * @param i number of a workload
     * @return the workload
     */
    Ptr<BlockWorkload> GetWorkload(uint32_t i) const;

  protected:
    void WriteBack() override;

  private:
    /// The drives that an initiator sees, and what its workloads use.
    struct Drives
    {
        std::vector<Ptr<BlockDevice>> drives;  //!< the drives
        std::vector<Ptr<BlockDevice>> devices; //!< these, or page caches in front of them
    };

    /// A workload and the drives of its initiator.
    struct Part
    {
        Ptr<BlockWorkload> workload;          //!< the workload
        std::vector<Ptr<BlockDevice>> drives; //!< the drives
    };

    /**
     * Install the workloads of an initiator.
     *
     * @param i the initiator's number
     * @param o the options
     * @param seen the drives
     */
    void InstallOn(uint32_t i, const SanOptions& o, const Drives& seen);

    /**
     * Let page caches be written back at the end.
     *
     * @param i the initiator's number
     * @param devices devices, some of which may be page caches
     */
    void AddCaches(uint32_t i, const std::vector<Ptr<BlockDevice>>& devices);

    /**
     * A page cache has written back all, or tried to.
     *
     * @param cache number of the cache
     * @param status how that ended
     * @param data null
     */
    void WrittenBack(std::size_t cache, BlockStatus status, Ptr<Packet> data);

    std::vector<Part> m_parts;            //!< initiator by initiator
    std::vector<Ptr<PageCache>> m_caches; //!< in front of drives
    std::size_t m_unwritten{0};           //!< caches that still write back at the end
    std::vector<std::string> m_notes;     //!< what a user should know
};

} // namespace ns3

#endif /* SAN_BLOCK_LOAD_H */
