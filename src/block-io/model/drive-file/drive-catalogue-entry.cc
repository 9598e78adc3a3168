/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "drive-catalogue-entry.h"

#include "ns3/json-writer.h"

namespace ns3
{

namespace
{

/**
 * @param json where to write
 * @param key a key
 * @param number its value, 0 if there is none
 */
void
WriteInteger(JsonWriter& json, const char* key, uint64_t number)
{
    number == 0 ? json.Key(key).Null() : json.Key(key).Integer(number);
}

/**
 * @param json where to write
 * @param key a key
 * @param text its value, empty if there is none
 */
void
WriteText(JsonWriter& json, const char* key, const std::string& text)
{
    text.empty() ? json.Key(key).Null() : json.Key(key).String(text);
}

} // namespace

void
DriveCatalogueEntry::WriteTo(JsonWriter& json) const
{
    json.BeginObject();
    json.Key("name").String(name);
    WriteText(json, "kind", kind);
    json.Key("files").BeginArray();
    for (const auto& file : files)
    {
        json.String(file);
    }
    json.EndArray();
    json.Key("about").String(about);
    WriteText(json, "error", error);
    WriteInteger(json, "year", drive.year);
    WriteInteger(json, "blocks", drive.blocks);
    WriteInteger(json, "block_size", error.empty() ? drive.blockSize : 0);
    WriteInteger(json, "cylinders", cylinders);
    WriteInteger(json, "heads", heads);
    rpm == 0 ? json.Key("rpm").Null() : json.Key("rpm").Fixed(rpm, 2);
    json.EndObject();
}

} // namespace ns3
