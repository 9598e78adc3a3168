/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_TRAIN_H
#define ETHERNET_TRAIN_H

#include "ethernet-even-times.h"

#include "ns3/nstime.h"
#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Frames of one TCP connection that one packet stands for: the segments that an adapter cuts from
 * what TCP hands it at once (TSO), or acknowledgements one after the other. Every frame of a train
 * has headers, takes its time on each link and can be lost. A packet that stands for no train is a
 * train of one frame.
 *
 * Wherever a train goes, it is there when its first frame is; the times of the others follow from
 * start and span.
 */
struct EthernetTrain
{
    uint32_t frames{1};      //!< how many, 1 or more
    uint32_t payload{0};     //!< bytes of the IP packet in each frame but the last
    uint32_t lastPayload{0}; //!< bytes of the IP packet in the last frame
    uint32_t ackStep{0};     //!< bytes acknowledged from frame to frame; 0 if the frames have data
    Time start;              //!< from now to the first frame
    Time span;               //!< from the first frame to the last

    /**
     * @param bytes size of an IP packet
     * @return a train of one frame, now
     */
    static EthernetTrain Single(uint32_t bytes);

    /**
     * @return from now to each frame
     */
    EthernetEvenTimes GetTimes() const;

    /**
     * @param frame number of a frame, from 0
     * @return from now to that frame
     */
    Time GetTime(uint32_t frame) const;

    /**
     * @return from the first frame to the second, 0 if there is one frame
     */
    Time GetSpacing() const;

    /**
     * @return bytes of all frames on a link, from preamble to gap
     */
    uint64_t GetWireBytes() const;

    /**
     * @return bytes of all frames without preamble and gap
     */
    uint64_t GetFrameBytes() const;
};

/**
 * @ingroup ethernet
 *
 * Says of a packet between TCP and a device, or between the ports of a switch, for which train it
 * stands.
 */
class EthernetTrainTag : public Tag
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    EthernetTrainTag() = default;

    /**
     * @param train the train
     */
    explicit EthernetTrainTag(const EthernetTrain& train);

    /**
     * @return the train
     */
    const EthernetTrain& GetTrain() const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

  private:
    EthernetTrain m_train; //!< for which the packet stands
};

} // namespace ns3

#endif /* ETHERNET_TRAIN_H */
