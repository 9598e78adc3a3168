/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-request.h"

namespace ns3
{

char
GetLetter(BlockOperation operation)
{
    static constexpr char LETTERS[] = "RWVFU";
    return LETTERS[static_cast<std::size_t>(operation)];
}

std::string_view
GetWord(BlockStatus status)
{
    static constexpr std::string_view WORDS[] = {"ok",
                                                 "lba_out_of_range",
                                                 "medium_error",
                                                 "not_ready",
                                                 "transport_error",
                                                 "reservation_conflict"};
    return WORDS[static_cast<std::size_t>(status)];
}

std::ostream&
operator<<(std::ostream& os, BlockOperation operation)
{
    return os << GetLetter(operation);
}

std::ostream&
operator<<(std::ostream& os, BlockStatus status)
{
    return os << GetWord(status);
}

std::ostream&
operator<<(std::ostream& os, BlockOrder order)
{
    static constexpr const char* WORDS[] = {"simple", "ordered", "head_of_queue"};
    return os << WORDS[static_cast<std::size_t>(order)];
}

BlockRequest::BlockRequest(BlockOperation operation, uint64_t lba, uint32_t blocks)
    : operation(operation),
      lba(lba),
      blocks(blocks)
{
}

BlockRequest::~BlockRequest() = default;

void
BlockRequest::Stamp(IoStage stage)
{
    if (timeline)
    {
        timeline->Stamp(stage);
    }
}

} // namespace ns3
