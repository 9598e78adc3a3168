/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-dialect.h"

#include "smb1-codec.h"
#include "smb1-names.h"
#include "smb2-codec.h"
#include "smb2-names.h"

namespace ns3
{

const SmbCodec&
GetSmbCodec(SmbDialect dialect)
{
    static const Smb1Codec SMB1;
    static const Smb2Codec SMB2;
    return dialect == SmbDialect::NT_LM_0_12 ? static_cast<const SmbCodec&>(SMB1) : SMB2;
}

std::unique_ptr<SmbNames>
MakeSmbNames(SmbDialect dialect, const SmbCall& call)
{
    if (dialect == SmbDialect::NT_LM_0_12)
    {
        return std::make_unique<Smb1Names>(call);
    }
    return std::make_unique<Smb2Names>(call);
}

} // namespace ns3
