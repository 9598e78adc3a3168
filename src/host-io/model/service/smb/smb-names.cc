/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-names.h"

#include "ns3/file-service-client.h"

#include <utility>

namespace ns3
{

std::string
SmbNames::GetShareName(const std::string& path)
{
    std::string name;
    for (const auto& part : SplitFilePath(path))
    {
        name += (name.empty() ? "" : "/") + part;
    }
    return name;
}

SmbNames::SmbNames(const SmbCall& call)
    : m_call(call)
{
}

SmbAnswered
SmbNames::ReportStatus(Done done)
{
    return [done = std::move(done)](SmbStatus status, const SmbResponse& /* response */) {
        done(ToFileStatus(status));
    };
}

void
SmbNames::AddNames(FileRequest& request, const std::vector<std::string>& names)
{
    for (const auto& name : names)
    {
        if (name != "." && name != "..")
        {
            request.names.push_back(name);
        }
    }
}

} // namespace ns3
