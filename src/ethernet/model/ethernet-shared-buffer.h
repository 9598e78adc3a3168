/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_SHARED_BUFFER_H
#define ETHERNET_SHARED_BUFFER_H

#include "ethernet-transmitter.h"

#include "ns3/object.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * The memory of a switch in which the frames of all its ports wait. A port still has its own limit,
 * so that one port cannot take all of it.
 */
class EthernetSharedBuffer : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param port a port whose frames wait here; it must live as long as this
     */
    void Add(EthernetTransmitter* port);

    /**
     * @param now the time
     * @param train a frame, or several
     * @return whether there is room for them beside the frames of all ports
     */
    bool HasRoom(Time now, const EthernetTrain& train) const;

    /**
     * @param now the time
     * @return bytes of the frames of all ports that wait
     */
    uint64_t GetUsed(Time now) const;

    /**
     * @param now the time
     * @return the same with those frames of trains that are still to come and will wait
     */
    uint64_t GetGranted(Time now) const;

    /**
     * @return bytes of frames that may wait
     */
    uint64_t GetSize() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param get bytes of a port
     * @param now the time
     * @return those of all ports
     */
    uint64_t Sum(uint64_t (EthernetTransmitter::*get)(Time), Time now) const;

    uint32_t m_size{0};                        //!< bytes of frames
    std::vector<EthernetTransmitter*> m_ports; //!< whose frames wait here
};

} // namespace ns3

#endif /* ETHERNET_SHARED_BUFFER_H */
