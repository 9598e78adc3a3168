/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_RESERVATION_H
#define SCSI_RESERVATION_H

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * The reservation of a logical unit by RESERVE and RELEASE (SPC-2, 5.5.1, which SPC-4 refers to):
 * one initiator port has exclusive access until it releases the unit, is lost, or the unit is
 * reset.
 */
class ScsiReservation
{
  public:
    /**
     * @return true if nobody holds it
     */
    bool IsFree() const;

    /**
     * @param port name of an initiator port
     * @return true if another one holds it
     */
    bool IsHeldByAnother(const std::string& port) const;

    /**
     * Take the reservation; nothing happens if the initiator port has it already.
     *
     * @param port name of an initiator port
     * @return false if another one holds it
     */
    bool Reserve(const std::string& port);

    /**
     * Give the reservation back; nothing happens if the initiator port does not hold it.
     *
     * @param port name of an initiator port
     */
    void Release(const std::string& port);

    /**
     * The logical unit was reset: nobody holds it any more.
     */
    void Clear();

  private:
    std::optional<std::string> m_holder; //!< who holds it
};

} // namespace ns3

#endif /* SCSI_RESERVATION_H */
