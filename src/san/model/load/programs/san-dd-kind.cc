/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-dd-kind.h"

#include "ns3/dd-program.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

namespace ns3
{

namespace
{

/// The file that dd writes or reads.
constexpr const char* DD_FILE = "file";

} // namespace

SanDdKind::SanDdKind()
    : SanProgramKind("dd",
                     "writes or reads a file",
                     DdProgram::GetTypeId(),
                     {{"BlockSize", {.unit = "bytes"}},
                      {"Count", {.unit = "blocks"}},
                      {"Conv", {.example = "fsync"}},
                      {"InputFlags", {.example = "direct"}},
                      {"OutputFlags", {.example = "direct"}}})
{
}

void
SanDdKind::AddOptions(ProgramOptions& list)
{
    list.AddWord("ddOperation",
                 "Write a file, or read one that was written before and is not cached",
                 m_operation,
                 {{"write", "OutputFile"}, {"read", "InputFile"}},
                 GetNeed());
    SanProgramKind::AddOptions(list);
}

void
SanDdKind::Check() const
{
    for (const auto& [name, value] : GetAttributes())
    {
        if (name == "Count" && std::stoull(value) == 0)
        {
            throw UserError("ddCount: 0, but there is no file whose end would end dd, such as "
                            "ddCount=1024");
        }
    }
}

void
SanDdKind::Configure(ObjectFactory& program) const
{
    program.Set(m_operation == "read" ? "InputFile" : "OutputFile", StringValue(DD_FILE));
}

Ptr<FileProgram>
SanDdKind::MakePreparation(Ptr<FileSystem> fileSystem) const
{
    if (m_operation != "read")
    {
        return nullptr;
    }
    ObjectFactory program(m_typeId.GetName());
    for (const auto& [name, value] : GetAttributes())
    {
        if (name == "BlockSize" || name == "Count")
        {
            program.Set(name, StringValue(value));
        }
    }
    program.Set("OutputFile", StringValue(DD_FILE));
    return Create(program, fileSystem);
}

} // namespace ns3
