/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-option.h"

#include "ns3/json-writer.h"

namespace ns3
{

std::string
ProgramOption::DescribeNeeds() const
{
    std::string text;
    for (const auto& need : needs)
    {
        text += (text.empty() ? "" : "; ") + need.Describe();
    }
    return text;
}

void
ProgramOption::WriteTo(JsonWriter& json) const
{
    json.BeginObject();
    json.Key("group").String(group);
    json.Key("name").String(name);
    json.Key("type").String(rule.GetTypeName());
    json.Key("unit").String(rule.unit);
    json.Key("range").String(rule.low.empty() ? "" : rule.low + ":" + rule.high);
    json.Key("multiple").String(rule.multiple);
    json.Key("values").BeginArray();
    for (const auto& word : rule.words)
    {
        json.String(word);
    }
    json.EndArray();
    json.Key("default").String(initial);
    json.Key("example").String(rule.example);
    json.Key("needs").BeginArray();
    for (const auto& need : needs)
    {
        json.String(need.GetText());
    }
    json.EndArray();
    json.Key("former_names").BeginArray();
    for (const auto& former : formerNames)
    {
        json.String(former);
    }
    json.EndArray();
    json.Key("expected").String(rule.Describe());
    json.Key("help").String(help);
    json.EndObject();
}

} // namespace ns3
