/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rules.h"

#include "ns3/user-error.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/// A rule, and which systems have it.
struct Row
{
    TcpRule rule;     //!< the rule
    std::string word; //!< as it is written
    bool isOfLinux24; //!< whether Linux 2.4 has it
    bool isOfLinux;   //!< whether Linux has it today
};

/**
 * @return all rules
 */
const std::vector<Row>&
GetRows()
{
    static const std::vector<Row> rows{
        {TcpRule::DELAYED_ACKS, "DelayedAcks", true, true},
        {TcpRule::QUICK_ACKS, "QuickAcks", true, true},
        {TcpRule::HOLE_ACKS, "HoleAcks", true, false},
        {TcpRule::DUPLICATE_ACKS, "DuplicateAcks", true, true},
        {TcpRule::ACK_COUNTING, "AckCounting", true, false},
        {TcpRule::FULL_WINDOW, "FullWindow", true, false},
        {TcpRule::USED_WINDOW, "UsedWindow", false, true},
        {TcpRule::RATE_HALVING, "RateHalving", true, false},
        {TcpRule::PRR, "Prr", false, true},
        {TcpRule::MODERATION, "Moderation", true, false},
        {TcpRule::FACK, "Fack", true, false},
        {TcpRule::RACK, "Rack", false, true},
        {TcpRule::LOST_RESENDS, "LostResends", true, false},
        {TcpRule::HEAD_TIMEOUT, "HeadTimeout", true, false},
        {TcpRule::UNDO, "Undo", true, true},
        {TcpRule::VALIDATION, "Validation", true, true},
        {TcpRule::RTO, "Rto", true, true},
        {TcpRule::SYN_TIMEOUT, "SynTimeout", false, true},
        {TcpRule::METRICS, "Metrics", true, true},
        {TcpRule::RENO, "Reno", true, false},
        {TcpRule::CUBIC, "Cubic", false, true},
        {TcpRule::SMALL_START, "SmallStart", true, false},
        {TcpRule::PACING, "Pacing", false, false},
    };
    return rows;
}

/**
 * @param text rules
 * @param from where to look
 * @return where the next sign is, or the end
 */
std::size_t
FindSign(const std::string& text, std::size_t from)
{
    return std::min(text.find_first_of("+-", from), text.size());
}

} // namespace

TcpRules::TcpRules(const std::string& text)
{
    auto next = FindSign(text, 0);
    const auto system = text.substr(0, next);
    if (system != "Ns3" && system != "Linux24" && system != "Linux")
    {
        throw UserError("\"" + text + "\" begins with none of Ns3, Linux24 and Linux");
    }
    for (const auto& row : GetRows())
    {
        m_rules[static_cast<std::size_t>(row.rule)] =
            (system == "Linux24" && row.isOfLinux24) || (system == "Linux" && row.isOfLinux);
    }
    while (next < text.size())
    {
        const auto end = FindSign(text, next + 1);
        Change(text[next], text.substr(next + 1, end - next - 1), text);
        next = end;
    }
}

void
TcpRules::Change(char sign, const std::string& word, const std::string& text)
{
    const auto& rows = GetRows();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.word == word; });
    if (row == rows.end())
    {
        throw UserError("\"" + text + "\": \"" + word + "\" is no rule; " + GetHelp());
    }
    m_rules[static_cast<std::size_t>(row->rule)] = sign == '+';
}

std::string
TcpRules::GetHelp()
{
    std::string help = "rules are";
    for (const auto& row : GetRows())
    {
        help += " " + row.word;
    }
    return help;
}

bool
TcpRules::Has(TcpRule rule) const
{
    return m_rules[static_cast<std::size_t>(rule)];
}

bool
TcpRules::HasAny() const
{
    return m_rules.any();
}

TcpAckRules
TcpRules::GetAckRules() const
{
    return {Has(TcpRule::DELAYED_ACKS), Has(TcpRule::QUICK_ACKS), Has(TcpRule::HOLE_ACKS)};
}

TcpSenderRules
TcpRules::GetSenderRules() const
{
    using Detection = TcpSenderRules::Detection;
    using Reduction = TcpSenderRules::Reduction;
    TcpSenderRules rules;
    rules.countsAcks = Has(TcpRule::ACK_COUNTING);
    rules.needsFullWindow = Has(TcpRule::FULL_WINDOW);
    rules.needsUsedWindow = Has(TcpRule::USED_WINDOW);
    rules.isModerate = Has(TcpRule::MODERATION);
    rules.findsLostResends = Has(TcpRule::LOST_RESENDS);
    rules.watchesHead = Has(TcpRule::HEAD_TIMEOUT);
    rules.undoes = Has(TcpRule::UNDO);
    rules.validates = Has(TcpRule::VALIDATION);
    rules.reduction = Has(TcpRule::RATE_HALVING) ? Reduction::RATE_HALVING
                      : Has(TcpRule::PRR)        ? Reduction::PROPORTIONAL
                                                 : Reduction::AT_ONCE;
    const auto hasAny = rules.countsAcks || rules.needsFullWindow || rules.needsUsedWindow ||
                        rules.isModerate || rules.findsLostResends || rules.watchesHead ||
                        rules.undoes || rules.validates || rules.reduction != Reduction::AT_ONCE;
    rules.detection = Has(TcpRule::RACK)   ? Detection::RACK
                      : Has(TcpRule::FACK) ? Detection::FORWARD
                      : hasAny             ? Detection::ARRIVALS
                                           : Detection::NS3;
    return rules;
}

} // namespace ns3
