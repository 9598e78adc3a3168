/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PATH_ERROR_MODEL_H
#define SAN_PATH_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-path
 *
 * What happens to packets in one direction of a link of the path: some are lost, alone or in
 * bursts, some have bit errors, and some arrive late, behind packets that were sent after them.
 *
 * Lost packets and bit errors are decided by ns-3's error models. A late packet is taken from the
 * device here and given to it again after the delay.
 */
class SanPathErrorModel : public ErrorModel
{
  public:
    /// What happens to packets.
    struct Settings
    {
        double loss{0};      //!< share of packets lost, 0 to 1
        uint32_t burst{1};   //!< packets lost in a row, at least 1
        double bitErrors{0}; //!< share of bits in error, 0 to 1
        double reorder{0};   //!< share of packets that are late, 0 to 1
        Time delay;          //!< how late they are

        /**
         * @return true if anything happens
         */
        bool IsAny() const;
    };

    /// What happened to packets.
    struct Counts
    {
        uint64_t packets{0}; //!< packets that arrived at the end of the link
        uint64_t lost{0};    //!< of those, lost
        uint64_t damaged{0}; //!< of those, dropped for bit errors
        uint64_t late{0};    //!< of those, given to the device after the delay
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param settings what happens
     */
    explicit SanPathErrorModel(const Settings& settings);

    /**
     * Use this model at the end of a link.
     *
     * @param device the end that receives; it has the attribute ReceiveErrorModel
     */
    void Attach(Ptr<NetDevice> device);

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return what happened so far
     */
    const Counts& GetCounts() const;

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    /**
     * Give a late packet to the device.
     *
     * @param packet the packet
     */
    void Deliver(Ptr<Packet> packet);

    Settings m_settings;                   //!< what happens
    Counts m_counts;                       //!< what happened
    Ptr<BurstErrorModel> m_loss;           //!< decides which packets are lost
    Ptr<RateErrorModel> m_bitErrors;       //!< decides which have bit errors
    Ptr<UniformRandomVariable> m_isLate;   //!< decides which are late
    Callback<void, Ptr<Packet>> m_receive; //!< the device's end of the link
    bool m_isDelivering{false};            //!< whether a late packet passes
};

} // namespace ns3

#endif /* SAN_PATH_ERROR_MODEL_H */
