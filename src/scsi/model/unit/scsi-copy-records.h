/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COPY_RECORDS_H
#define SCSI_COPY_RECORDS_H

#include "ns3/scsi-task.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// COPY MANAGER STATUS (SPC-4, RECEIVE COPY STATUS(LID1)). The numbers are those of the parameter
/// data.
enum class ScsiCopyStatus : uint8_t
{
    IN_PROGRESS = 0x00,
    COMPLETED = 0x01,
    COMPLETED_WITH_ERRORS = 0x02
};

/**
 * @ingroup scsi-unit
 *
 * How far a copy got, and how it ended.
 */
struct ScsiCopyRecord
{
    ScsiCopyStatus status{ScsiCopyStatus::IN_PROGRESS}; //!< how far
    uint16_t segments{0};                               //!< segment descriptors processed
    uint64_t bytes{0};                                  //!< bytes written
    ScsiStatus commandStatus{ScsiStatus::GOOD};         //!< status of the EXTENDED COPY
    std::vector<uint8_t> sense; //!< sense data of a failed segment, empty if there are none
    bool hasStatus{true};       //!< false once COPY STATUS was told after the end

    /**
     * @return what COPY STATUS returns
     */
    std::vector<uint8_t> MakeStatus() const;

    /**
     * @return what FAILED SEGMENT DETAILS returns
     */
    std::vector<uint8_t> MakeDetails() const;
};

/**
 * @ingroup scsi-unit
 *
 * The copies of a logical unit's copy manager by nexus and list identifier: those in progress and
 * what was not yet asked about those that ended.
 */
class ScsiCopyRecords
{
  public:
    /// The most copies that are remembered, unless more are in progress.
    static constexpr std::size_t MAX_RECORDS = 256;

    /**
     * @param nexus name of a nexus
     * @param identifier a list identifier
     * @return the copy, or null if there is none
     */
    std::shared_ptr<ScsiCopyRecord> Find(const std::string& nexus, uint8_t identifier) const;

    /**
     * A copy begins; it replaces one that ended.
     *
     * @param nexus name of its nexus
     * @param identifier its list identifier, not that of a copy in progress
     * @return its record
     */
    std::shared_ptr<ScsiCopyRecord> Begin(const std::string& nexus, uint8_t identifier);

    /**
     * @param nexus name of a nexus
     * @param identifier a list identifier, of which nothing is known from now on
     */
    void Forget(const std::string& nexus, uint8_t identifier);

    /**
     * @param nexus name of a nexus that is lost, of which nothing is known from now on
     */
    void ForgetNexus(const std::string& nexus);

    /**
     * Forget everything: the logical unit is reset.
     */
    void Clear();

  private:
    /// Nexus and list identifier.
    using Key = std::pair<std::string, uint8_t>;

    /**
     * Forget a copy that ended if there is no room for one more.
     */
    void MakeRoom();

    std::map<Key, std::shared_ptr<ScsiCopyRecord>> m_records; //!< what is known
};

} // namespace ns3

#endif /* SCSI_COPY_RECORDS_H */
