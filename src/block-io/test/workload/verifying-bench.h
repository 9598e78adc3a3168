/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VERIFYING_BENCH_H
#define VERIFYING_BENCH_H

#include "../check/lying-device.h"
#include "workload-test-helper.h"

#include "ns3/block-mismatch.h"
#include "ns3/verifying-workload.h"

#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

inline const std::string VERIFYING = "ns3::VerifyingWorkload"; //!< the class under test

/**
 * @ingroup block-io
 *
 * A workload on devices, and the mismatches that it tells.
 */
class VerifyingBench
{
  public:
    /**
     * @param attributes attributes of the workload
     * @param devices its devices
     */
    VerifyingBench(const TextAttributes& attributes, const std::vector<Ptr<BlockDevice>>& devices)
        : workload(DynamicCast<VerifyingWorkload>(InstallWorkload(VERIFYING, attributes, devices)))
    {
        workload->TraceConnectWithoutContext("Mismatch", MakeCallback(&VerifyingBench::Note, this));
    }

    ~VerifyingBench()
    {
        Simulator::Destroy();
    }

    VerifyingBench(const VerifyingBench&) = delete;
    VerifyingBench& operator=(const VerifyingBench&) = delete;

    /**
     * Run until nothing happens any more.
     *
     * @return the kinds of all mismatches in order, each with its block
     */
    std::string Run()
    {
        Simulator::Run();
        return m_kinds.str();
    }

    Ptr<VerifyingWorkload> workload; //!< the workload

  private:
    /**
     * @param mismatch a block that differs
     * @param device number of its device
     */
    void Note(const BlockMismatch& mismatch, uint32_t device)
    {
        m_kinds << mismatch.kind << " " << device << ":" << mismatch.lba << " ";
    }

    std::ostringstream m_kinds; //!< what it told
};

/// A write of 8 blocks each to fill 64, nothing drawn but one request, a read of 8 blocks each.
inline const TextAttributes SMALL{{"PassSize", "4096"},
                                  {"WorkCount", "1"},
                                  {"ReadFraction", "1"},
                                  {"RequestSize", "ns3::FixedRequestSize[Size=512]"}};

/**
 * @ingroup block-io
 *
 * @param base attributes
 * @param more attributes that are set after them
 * @return all
 */
inline TextAttributes
With(TextAttributes base, const TextAttributes& more)
{
    base.insert(base.end(), more.begin(), more.end());
    return base;
}

} // namespace ns3

#endif /* VERIFYING_BENCH_H */
