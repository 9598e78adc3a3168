/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_ROUTER_H
#define SCSI_TASK_ROUTER_H

#include "scsi-copy-unit.h"
#include "scsi-device.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * The task router of a target (SAM-5, 4.5.8): it passes each task to the logical unit of its LUN.
 * It answers REPORT LUNS itself, and for a missing logical unit also INQUIRY, REQUEST SENSE and,
 * with CHECK CONDITION, everything else (SPC-4, 4.2.7 and 6.6.2). Task management functions go to
 * the logical unit that they address, those for the whole target or nexus to all. Logical units
 * that can take part in copies (ScsiCopyUnit) learn of each other; one behind several routers knows
 * the units of the last.
 */
class ScsiTaskRouter : public ScsiDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Put a logical unit behind the target.
     *
     * @param lun its number, 0 to 16383
     * @param unit the logical unit
     * @throw UserError if the number is too high or taken
     */
    void AddLogicalUnit(uint16_t lun, Ptr<ScsiDevice> unit);

    /**
     * @param lun the number of a logical unit
     * @return the logical unit, or null if there is none
     */
    Ptr<ScsiDevice> GetLogicalUnit(uint16_t lun) const;

    /**
     * @return number of logical units
     */
    std::size_t GetNLogicalUnits() const;

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;
    ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest& request) override;
    void NexusLost(const std::string& initiatorPort) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param lun a logical unit number, as in ScsiTask::lun
     * @return the logical unit, or null if there is none
     */
    Ptr<ScsiDevice> Find(uint64_t lun) const;

    /**
     * Fill in and send the answer to REPORT LUNS (SPC-4, 6.33).
     */
    void ReportLuns(Ptr<ScsiTask> task) const;

    /**
     * Fill in and send the answer for a logical unit that does not exist.
     */
    void AnswerForAbsentUnit(Ptr<ScsiTask> task) const;

    std::map<uint16_t, Ptr<ScsiDevice>> m_units; //!< logical units by number
    std::shared_ptr<ScsiCopyUnits> m_copyUnits{
        std::make_shared<ScsiCopyUnits>()}; //!< those that can take part in copies
};

} // namespace ns3

#endif /* SCSI_TASK_ROUTER_H */
