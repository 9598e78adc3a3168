/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-mismatch.h"

#include <sstream>

namespace ns3
{

std::ostream&
operator<<(std::ostream& os, BlockMismatch::Kind kind)
{
    static constexpr const char* WORDS[BlockMismatch::KINDS] =
        {"older", "other_write", "other_block", "torn", "zeros", "foreign"};
    return os << WORDS[static_cast<std::size_t>(kind)];
}

std::string
BlockMismatch::GetText() const
{
    std::ostringstream text;
    text << "block " << lba << ", " << kind << ": expected " << expected << "; found " << found
         << "; read from " << issued.As(Time::S) << " to " << completed.As(Time::S);
    return text.str();
}

} // namespace ns3
