/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_DRIVE_HELPER_H
#define DISK_DRIVE_HELPER_H

#include "ns3/block-device.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * Creates identical disk drives.
 */
class DiskDriveHelper
{
  public:
    DiskDriveHelper();

    /**
     * Set an attribute of the drives made from now on.
     *
     * @param name the attribute
     * @param value its value
     * @throw UserError if the attribute is Model and there is no such drive
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param count number of drives
     * @return new drives, as workloads and SCSI devices take them
     */
    std::vector<Ptr<BlockDevice>> Create(uint32_t count = 1) const;

    /**
     * Give the random variables of drives fixed streams.
     *
     * @param devices devices; those that are not disk drives are passed over
     * @param stream first stream to use
     * @return number of streams used
     */
    static int64_t AssignStreams(const std::vector<Ptr<BlockDevice>>& devices, int64_t stream);

  private:
    ObjectFactory m_factory; //!< makes the drives
};

} // namespace ns3

#endif /* DISK_DRIVE_HELPER_H */
