/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sack-blocks.h"

namespace ns3
{

TcpOptionSack::SackList
GetSackBlocks(const TcpHeader& header)
{
    return header.HasOption(TcpOption::SACK)
               ? DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK))->GetSackList()
               : TcpOptionSack::SackList();
}

TcpHeader
KeepSackBlocks(const TcpHeader& header,
               const std::function<bool(const TcpOptionSack::SackBlock&)>& keep)
{
    TcpHeader rest;
    rest.SetSourcePort(header.GetSourcePort());
    rest.SetDestinationPort(header.GetDestinationPort());
    rest.SetSequenceNumber(header.GetSequenceNumber());
    rest.SetAckNumber(header.GetAckNumber());
    rest.SetFlags(header.GetFlags());
    rest.SetWindowSize(header.GetWindowSize());
    for (const auto& option : header.GetOptionList())
    {
        if (option->GetKind() != TcpOption::SACK)
        {
            rest.AppendOption(option);
            continue;
        }
        const auto kept = CreateObject<TcpOptionSack>();
        for (const auto& block : DynamicCast<const TcpOptionSack>(option)->GetSackList())
        {
            if (keep(block))
            {
                kept->AddSackBlock(block);
            }
        }
        if (kept->GetNumSackBlocks() > 0)
        {
            rest.AppendOption(kept);
        }
    }
    return rest;
}

} // namespace ns3
