/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POWERED_DEVICE_H
#define POWERED_DEVICE_H

#include "block-device.h"

#include "ns3/traced-callback.h"

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A device whose power can be cut: a drive.
 */
class PoweredDevice : public BlockDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Cut the power: what is in volatile memory alone is lost, and whatever was not complete ends
     * with NOT_READY, as everything does that comes before PowerOn.
     */
    virtual void PowerOff() = 0;

    /**
     * Be ready again, with what is on the medium.
     */
    virtual void PowerOn() = 0;

    /**
     * @param lba the first block
     * @param blocks how many blocks
     * @return what would be there if the power were cut now; null if the device keeps no contents
     */
    virtual Ptr<Packet> ReadDurable(uint64_t lba, uint32_t blocks) const = 0;

    /**
     * Give the device's random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream) = 0;

    /**
     * TracedCallback signature for power that is cut or back.
     *
     * @param hasPower whether the device has power now
     */
    using PowerTracedCallback = void (*)(bool hasPower);

  protected:
    /**
     * Tell who listens that the power is cut or back.
     *
     * @param hasPower whether the device has power now
     */
    void NotePower(bool hasPower);

  private:
    TracedCallback<bool> m_powerTrace; //!< power is cut or back
};

} // namespace ns3

#endif /* POWERED_DEVICE_H */
