/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-fault.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduFault");

NS_OBJECT_ENSURE_REGISTERED(IscsiPduFault);

TypeId
IscsiPduFault::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiPduFault")
            .SetParent<Object>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiPduFault>()
            .AddAttribute("Damage",
                          "What is damaged: Header or Data.",
                          EnumValue(IscsiDamage::DATA),
                          MakeEnumAccessor<IscsiDamage>(&IscsiPduFault::m_damage),
                          MakeWordChecker<IscsiDamage>(
                              "Damage",
                              {{IscsiDamage::HEADER, "Header"}, {IscsiDamage::DATA, "Data"}}))
            .AddAttribute("Direction",
                          "Which PDUs of the node: Sent or Received.",
                          EnumValue(Direction::SENT),
                          MakeEnumAccessor<Direction>(&IscsiPduFault::m_direction),
                          MakeWordChecker<Direction>(
                              "Direction",
                              {{Direction::SENT, "Sent"}, {Direction::RECEIVED, "Received"}}))
            .AddAttribute("Opcode",
                          "Opcode of the PDUs, 0 to 63, or -1 for all but those of a login.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&IscsiPduFault::m_opcode),
                          MakeIntegerChecker<int32_t>(-1, 63))
            .AddAttribute("Connection",
                          "Index of the connection in the order in which the node's connections "
                          "are established, from 0; -1 for all.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&IscsiPduFault::m_connection),
                          MakeIntegerChecker<int32_t>(-1))
            .AddAttribute("First",
                          "Number of the first matching PDU that may be damaged, 1 or more.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IscsiPduFault::m_first),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Limit",
                          "Maximum number of damaged PDUs; 0 for any number.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IscsiPduFault::m_limit),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Probability",
                          "Probability that each PDU from the first on is damaged, 0 to 1.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&IscsiPduFault::m_probability),
                          MakeDoubleChecker<double>(0, 1))
            .AddTraceSource("Struck",
                            "A PDU is damaged.",
                            MakeTraceSourceAccessor(&IscsiPduFault::m_struckTrace),
                            "ns3::IscsiPduFault::StruckTracedCallback");
    return tid;
}

IscsiPduFault::IscsiPduFault()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

bool
IscsiPduFault::ShouldDamage(Direction direction,
                            uint32_t connection,
                            IscsiOpcode opcode,
                            bool hasData)
{
    if (direction != m_direction || !Matches(connection, opcode, hasData))
    {
        return false;
    }
    ++m_matched;
    if (m_matched < m_first || (m_limit > 0 && m_damaged >= m_limit) ||
        (m_probability < 1 && m_uniform->GetValue(0, 1) >= m_probability))
    {
        return false;
    }
    ++m_damaged;
    NS_LOG_INFO("fault: " << (m_damage == IscsiDamage::HEADER ? "header" : "data") << " of "
                          << GetIscsiOpcodeName(opcode) << " damaged, "
                          << (m_direction == Direction::SENT ? "sent" : "received")
                          << " over connection " << connection);
    m_struckTrace(m_damage, opcode);
    return true;
}

bool
IscsiPduFault::Matches(uint32_t connection, IscsiOpcode opcode, bool hasData) const
{
    const bool ofLogin =
        opcode == IscsiOpcode::LOGIN_REQUEST || opcode == IscsiOpcode::LOGIN_RESPONSE;
    const bool rightOpcode = m_opcode < 0 ? !ofLogin : m_opcode == static_cast<int32_t>(opcode);
    const bool rightConnection =
        m_connection < 0 || static_cast<uint32_t>(m_connection) == connection;
    return rightOpcode && rightConnection && (hasData || m_damage == IscsiDamage::HEADER);
}

IscsiDamage
IscsiPduFault::GetDamage() const
{
    return m_damage;
}

uint32_t
IscsiPduFault::GetDamaged() const
{
    return m_damaged;
}

int64_t
IscsiPduFault::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

} // namespace ns3
