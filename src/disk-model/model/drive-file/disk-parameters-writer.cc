/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-parameters-writer.h"

#include "disk-keywords.h"

namespace ns3
{

void
DiskParametersWriter::Write(const DiskParameters& parameters, std::ostream& stream)
{
    const DiskParameters defaults;
    stream << "# " << parameters.name << '\n';
    for (const auto& [name, keyword] : DiskKeywords::Get())
    {
        if (!keyword.write)
        {
            continue;
        }
        const auto lines = keyword.write(parameters);
        if (!keyword.isRequired && lines == keyword.write(defaults))
        {
            continue;
        }
        for (const auto& line : lines)
        {
            stream << name << ' ' << line << '\n';
        }
    }
}

} // namespace ns3
