/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_FAULT_H
#define ISCSI_PDU_FAULT_H

#include "iscsi-damage.h"

#include "ns3/iscsi-header.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * A fault that damages some of the PDUs of a node: one bit of the header segments or of the data
 * segment is inverted. The matching PDUs are counted; from a given one on, each is damaged at
 * random, up to a limit. PDUs of a login are not affected unless their opcode is selected, nor are
 * PDUs without data if data is to be damaged.
 *
 * A sent PDU is damaged after its digests were computed, so the damage is visible on the wire. A
 * received PDU is damaged on arrival. Without digests the damage is not detected and is delivered.
 */
class IscsiPduFault : public Object
{
  public:
    /// Where PDUs are damaged.
    enum class Direction : uint8_t
    {
        SENT,    //!< those the node sends
        RECEIVED //!< those the node receives
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    IscsiPduFault();

    /**
     * Decide about one PDU, and count it if it matches.
     *
     * @param direction whether it is sent or received
     * @param connection number of the connection on its node
     * @param opcode its opcode
     * @param hasData whether it has a data segment
     * @return true if it is to be damaged
     */
    bool ShouldDamage(Direction direction, uint32_t connection, IscsiOpcode opcode, bool hasData);

    /**
     * @return what is damaged
     */
    IscsiDamage GetDamage() const;

    /**
     * @return how many PDUs were damaged
     */
    uint32_t GetDamaged() const;

    /**
     * Assign a fixed random variable stream number.
     *
     * @param stream first stream index to use
     * @return number of stream indices used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * TracedCallback signature for a PDU that is damaged.
     *
     * @param damage what is damaged
     * @param opcode its opcode
     */
    using StruckTracedCallback = void (*)(IscsiDamage damage, IscsiOpcode opcode);

  private:
    /**
     * @param connection number of a connection
     * @param opcode the opcode of a PDU
     * @param hasData whether it has a data segment
     * @return true if the fault is meant for it
     */
    bool Matches(uint32_t connection, IscsiOpcode opcode, bool hasData) const;

    IscsiDamage m_damage;                 //!< what is damaged
    Direction m_direction;                //!< where
    int32_t m_opcode;                     //!< which PDUs, -1 for any
    int32_t m_connection;                 //!< of which connection, -1 for any
    uint32_t m_first;                     //!< the first that may be damaged, from 1
    uint32_t m_limit;                     //!< most that are damaged, 0 for any number
    double m_probability;                 //!< chance of each
    uint32_t m_matched{0};                //!< PDUs that matched
    uint32_t m_damaged{0};                //!< PDUs that were damaged
    Ptr<UniformRandomVariable> m_uniform; //!< what decides
    TracedCallback<IscsiDamage, IscsiOpcode> m_struckTrace; //!< a PDU is damaged
};

} // namespace ns3

#endif /* ISCSI_PDU_FAULT_H */
