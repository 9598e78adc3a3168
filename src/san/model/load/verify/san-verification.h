/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_VERIFICATION_H
#define SAN_VERIFICATION_H

#include "ns3/powered-device.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"
#include "ns3/verifying-workload.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;
class SanFailures;

/**
 * @ingroup san-load-verify
 *
 * What workloads that check contents find: a part of summary.json, and mismatches.csv with
 * initiator, drive, lba, kind, expected, found, issued_s and completed_s, a row for each of the
 * first 10000 blocks that differ. Workloads are numbered as initiators in the order of attachment.
 * There is no file without such workloads.
 */
class SanVerification : public SanReport
{
  public:
    /**
     * @param folder where mismatches.csv goes
     */
    explicit SanVerification(const std::string& folder);

    // From SanReport
    void AttachWorkload(Ptr<BlockWorkload> workload) override;
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * Disks may lose their power: what was in a write cache alone may be lost then.
     *
     * @param drives all disks behind the workloads' devices
     */
    void ExpectPowerLoss(const std::vector<Ptr<PoweredDevice>>& drives);

    /**
     * @return how many blocks differ and the first of them, one line; empty if none does
     */
    std::string GetError() const;

    /**
     * @param failures what failed
     * @return why the run is a failure, one line: GetError, else an initiator whose requests all
     *         failed, else one that was to check blocks and checked none; empty if it is none
     */
    std::string GetRunError(const SanFailures& failures) const;

    /**
     * @return number of blocks that were checked
     */
    uint64_t GetCheckedBlocks() const;

    /**
     * @return number of blocks that were to be read in the end and were not
     */
    uint64_t GetUnreadBlocks() const;

  private:
    /**
     * A drive was switched off or on.
     *
     * @param hasPower whether it has power
     */
    void NotePower(bool hasPower);

    /**
     * A page cache could not write back.
     *
     * @param workload what uses it
     * @param device number of its device there
     * @param devicePage the first page on the device
     * @param pages number of pages
     */
    void NoteFailedWriteBack(VerifyingWorkload* workload,
                             uint32_t device,
                             uint64_t devicePage,
                             uint32_t pages);

    /**
     * A block differs.
     *
     * @param initiator number of the initiator that read it
     * @param mismatch the block
     * @param drive number of its drive
     */
    void Note(uint32_t initiator, const BlockMismatch& mismatch, uint32_t drive);

    /**
     * @param failures what failed
     * @return the first initiator that checked no block and perhaps why, one line; empty if all did
     */
    std::string GetOmission(const SanFailures& failures) const;

    /**
     * @param get gives a number of a workload
     * @return the sum over all workloads
     */
    uint64_t Sum(uint64_t (VerifyingWorkload::*get)() const) const;

    std::string m_folder;                            //!< where mismatches.csv goes
    std::vector<Ptr<VerifyingWorkload>> m_workloads; //!< by initiator
    std::unique_ptr<ResultFile> m_file;              //!< mismatches.csv, null without workloads
    bool m_expectsPowerLoss{false};                  //!< whether drives may lose their power
    uint32_t m_rows{0};                              //!< blocks in it
    uint64_t m_forgotten{0};                         //!< blocks that caches could not write back
    std::string m_first;                             //!< the first of them, one line
};

} // namespace ns3

#endif /* SAN_VERIFICATION_H */
