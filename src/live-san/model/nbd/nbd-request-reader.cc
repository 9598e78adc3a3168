/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-request-reader.h"

#include "ns3/scsi-bytes.h"

#include <algorithm>
#include <utility>

namespace ns3
{

std::size_t
NbdRequestReader::Receive(const uint8_t* bytes, std::size_t length)
{
    if (m_isBroken)
    {
        return 0;
    }
    const auto head = std::min(length, HEAD_SIZE - m_head.size());
    m_head.insert(m_head.end(), bytes, bytes + head);
    if (head > 0 && m_head.size() == HEAD_SIZE)
    {
        HandleHead();
    }
    return head + ReceiveData(bytes + head, length - head);
}

void
NbdRequestReader::HandleHead()
{
    const auto* head = m_head.data();
    m_isBroken = GetScsiNumber(head, 4) != NbdMagic::REQUEST;
    m_request = {.flags = static_cast<uint16_t>(GetScsiNumber(head + 4, 2)),
                 .command = static_cast<NbdCommand>(GetScsiNumber(head + 6, 2)),
                 .cookie = GetScsiNumber(head + 8, 8),
                 .offset = GetScsiNumber(head + 16, 8),
                 .length = static_cast<uint32_t>(GetScsiNumber(head + 24, 4))};
    m_missing = m_request.command == NbdCommand::WRITE && !m_isBroken ? m_request.length : 0;
}

std::size_t
NbdRequestReader::ReceiveData(const uint8_t* bytes, std::size_t length)
{
    const auto taken = std::min<std::size_t>(length, m_missing);
    m_missing -= taken;
    if (m_request.length <= NbdMagic::LARGEST_TRANSFER)
    {
        m_request.data.insert(m_request.data.end(), bytes, bytes + taken);
    }
    return taken;
}

std::optional<NbdRequest>
NbdRequestReader::Take()
{
    if (m_isBroken || m_head.size() < HEAD_SIZE || m_missing > 0)
    {
        return {};
    }
    m_head.clear();
    return std::exchange(m_request, {});
}

bool
NbdRequestReader::IsInRequest() const
{
    return !m_head.empty();
}

bool
NbdRequestReader::IsBroken() const
{
    return m_isBroken;
}

} // namespace ns3
