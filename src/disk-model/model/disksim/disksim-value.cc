/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-value.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace ns3
{

void
DiskSimPlace::Fail(const std::string& message) const
{
    throw UserError(*file, line, message);
}

std::string
DiskSimValue::Print() const
{
    switch (kind)
    {
    case Kind::WORD:
        return "'" + text + "'";
    case Kind::LIST:
        return "a list";
    case Kind::BLOCK:
        return "a block " + block->type;
    default:
        return "a topology";
    }
}

const std::string&
DiskSimValue::GetWord(const std::string& what) const
{
    if (kind != Kind::WORD)
    {
        place.Fail(what + " is " + Print() + ", not a word or number");
    }
    return text;
}

double
DiskSimValue::GetNumber(const std::string& what, double min, double max) const
{
    double value = 0;
    const auto* begin = text.data();
    const auto* end = begin + text.size();
    const auto result = std::from_chars(begin, end, value);
    // Characters are checked as well, as "inf" and "nan" are numbers to from_chars.
    const bool plain = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
    if (kind != Kind::WORD || !plain || result.ec != std::errc() || result.ptr != end ||
        !(value >= min && value <= max))
    {
        std::ostringstream message;
        message << what << " is " << Print() << ", not a number from " << min << " to " << max;
        place.Fail(message.str());
    }
    return value;
}

uint64_t
DiskSimValue::GetInteger(const std::string& what, uint64_t max) const
{
    const bool hexadecimal = text.starts_with("0x");
    uint64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto* begin = text.data() + (hexadecimal ? 2 : 0);
    const auto result = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
    if (kind != Kind::WORD || result.ec != std::errc() || result.ptr != end || value > max)
    {
        place.Fail(what + " is " + Print() + ", not a whole number from 0 to " +
                   std::to_string(max));
    }
    return value;
}

const std::vector<DiskSimValue>&
DiskSimValue::GetList(const std::string& what) const
{
    if (kind != Kind::LIST)
    {
        place.Fail(what + " is " + Print() + ", not a list");
    }
    return items;
}

const DiskSimBlock&
DiskSimValue::GetBlock(const std::string& what) const
{
    if (kind != Kind::BLOCK)
    {
        place.Fail(what + " is " + Print() + ", not a block");
    }
    return *block;
}

const DiskSimValue*
DiskSimBlock::Find(const std::string& wanted) const
{
    const auto found = parameters.find(wanted);
    return found == parameters.end() ? nullptr : found->second.value.get();
}

const DiskSimBlock*
DiskSimTree::Find(const std::string& name) const
{
    const auto found = std::find_if(blocks.begin(), blocks.end(), [&name](const auto& block) {
        return block->name == name;
    });
    return found == blocks.end() ? nullptr : found->get();
}

} // namespace ns3
