/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STATION_FIGURES_H
#define SAN_STATION_FIGURES_H

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace ns3
{

class SanChannelFigures;
enum WifiMacDropReason : uint8_t;
enum class WifiPhyState;
class WifiMpdu;
class WifiNetDevice;
class WifiPsdu;
class WifiTxVector;

/**
 * @ingroup san-wireless
 *
 * A radio of a wireless network. A relay between two channels has two.
 */
struct SanStation
{
    std::string name;      //!< initiator-0, relay-0, target-0, ...
    uint32_t channel;      //!< number of its channel
    Ptr<NetDevice> device; //!< the radio, a WifiNetDevice
};

/**
 * @ingroup san-wireless
 *
 * What a radio has done so far: how long it was in each state, and what became of its frames of
 * data. It listens to the trace sources of ns-3's radio, and costs no events.
 */
class SanStationFigures
{
  public:
    /// What is counted; times in nanoseconds.
    enum Figure : std::size_t
    {
        TX,               //!< time it transmits
        RX,               //!< time it receives
        CCA_BUSY,         //!< time it senses a signal that it does not receive (yet)
        IDLE,             //!< time it senses nothing
        OTHER,            //!< time it switches channels, sleeps or is off
        BACKLOG,          //!< time in which its MAC has a frame that is not dealt with
        DATA_AIR,         //!< part of TX with frames of data
        WAIT,             //!< sum over frames: from the queue's end to the first transmission
        DELAY,            //!< sum over frames: from the queue's end to the acknowledgement
        OFFERED,          //!< frames of data that IP passed down
        QUEUED,           //!< those that the queue had room for
        SENT,             //!< transmissions of frames of data
        RETRIES,          //!< those that were not the first of their frame
        UNANSWERED,       //!< transmissions, also of RTS, after which no response came in time
        ACKED,            //!< frames of data acknowledged
        ACKED_BYTES,      //!< their IP packets
        DROPPED_LIFETIME, //!< frames of data that became too old
        DROPPED_RETRIES,  //!< frames of data that were sent as often as allowed
        DROPPED_WINDOW,   //!< frames of data that the window of block acknowledgements has passed
        N_FIGURES         //!< number of them
    };

    /// All that is counted.
    using Values = std::array<int64_t, N_FIGURES>;

    /**
     * Count from now on; ns-3 must not have simulated anything yet.
     *
     * @param device the radio; this object stays as long as it is used
     * @param channel what its channel does; likewise
     */
    SanStationFigures(Ptr<NetDevice> device, SanChannelFigures& channel);
    ~SanStationFigures();
    SanStationFigures(const SanStationFigures&) = delete;
    SanStationFigures& operator=(const SanStationFigures&) = delete;

    /**
     * @return all that was counted until now. The five states add up to the time since 0
     */
    Values Get() const;

  private:
    /**
     * @param state a state of ns-3's radio
     * @return what it counts as
     */
    static Figure GetFigure(WifiPhyState state);

    /// Connect to the radio and its MAC.
    void Connect();

    /**
     * The radio was or will be in a state.
     *
     * @param start from then on
     * @param duration so long
     * @param state the state
     */
    void StateKnown(Time start, Time duration, WifiPhyState state);

    /**
     * Add time to a state.
     *
     * @param state the state, TX with data if m_isData
     * @param nanoseconds the time, negative to take it back
     */
    void Extend(Figure state, int64_t nanoseconds);

    /**
     * The radio begins to transmit.
     *
     * @param psdus what it transmits, by receiver
     * @param vector how
     * @param watts its power
     */
    void TransmissionBegins(std::unordered_map<uint16_t, Ptr<const WifiPsdu>> psdus,
                            WifiTxVector vector,
                            double watts);

    /**
     * A frame begins to be transmitted.
     *
     * @param mpdu the frame
     */
    void Sent(const WifiMpdu& mpdu);

    /**
     * The number of frames in a queue changed.
     *
     * @param before what it was
     * @param after what it is
     */
    void QueueChanged(uint32_t before, uint32_t after);

    /**
     * IP passed down a packet.
     *
     * @param packet the packet, behind LLC
     */
    void Offered(Ptr<const Packet> packet);

    /**
     * A queue took a frame.
     *
     * @param mpdu the frame
     */
    void Queued(Ptr<const WifiMpdu> mpdu);

    /**
     * A frame was acknowledged.
     *
     * @param mpdu the frame
     */
    void Acknowledged(Ptr<const WifiMpdu> mpdu);

    /**
     * The MAC gave up a frame.
     *
     * @param reason why
     * @param mpdu the frame
     */
    void Dropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);

    /**
     * No response came to a frame.
     *
     * @param reason which response was missing
     * @param mpdu the frame
     * @param vector how it was sent
     */
    void FrameUnanswered(uint8_t reason, Ptr<const WifiMpdu> mpdu, const WifiTxVector& vector);

    /**
     * No response came to several frames that were sent as one.
     *
     * @param reason which response was missing
     * @param psdu the frames
     * @param vector how they were sent
     */
    void FramesUnanswered(uint8_t reason, Ptr<const WifiPsdu> psdu, const WifiTxVector& vector);

    Ptr<WifiNetDevice> m_device;  //!< the radio
    SanChannelFigures& m_channel; //!< what its channel does
    Values m_values{};            //!< times as far as they are known, counts until now
    Time m_known{0};              //!< until when its states are known, which may be later than now
    Figure m_last{IDLE};          //!< the last of them
    bool m_isData{false};         //!< whether that is a transmission with data
    bool m_hasData{false};        //!< whether the transmission that begins now carries data
    uint32_t m_queued{0};         //!< frames in its queues
    Time m_since{0};              //!< since when there are any
};

} // namespace ns3

#endif /* SAN_STATION_FIGURES_H */
