/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-kind.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/string.h"

namespace ns3
{

SanProgramKind::SanProgramKind(const std::string& word,
                               const std::string& help,
                               TypeId typeId,
                               const Attributes& attributes)
    : SanWorkloadKind(word, help),
      m_typeId(typeId),
      m_attributes(attributes)
{
}

void
SanProgramKind::AddOptions(ProgramOptions& list)
{
    AddAttributes(list, m_typeId, m_attributes);
}

Ptr<FileProgram>
SanProgramKind::MakeProgram(Ptr<FileSystem> fileSystem, bool storeData) const
{
    ObjectFactory program(m_typeId.GetName());
    for (const auto& [name, value] : GetAttributes())
    {
        SetCheckedAttribute(program, name, StringValue(value));
    }
    program.Set("StoreData", BooleanValue(storeData));
    Configure(program);
    return Create(program, fileSystem);
}

Ptr<FileProgram>
SanProgramKind::MakePreparation(Ptr<FileSystem>) const
{
    return nullptr;
}

void
SanProgramKind::Configure(ObjectFactory&) const
{
}

Ptr<FileProgram>
SanProgramKind::Create(const ObjectFactory& factory, Ptr<FileSystem> fileSystem)
{
    const auto program = factory.Create<FileProgram>();
    program->AddFileSystem(fileSystem);
    program->CheckConfiguration();
    return program;
}

} // namespace ns3
