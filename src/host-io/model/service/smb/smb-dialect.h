/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_DIALECT_H
#define SMB_DIALECT_H

#include "smb-codec.h"
#include "smb-message.h"
#include "smb-names.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * @param dialect a dialect
 * @return its messages
 */
const SmbCodec& GetSmbCodec(SmbDialect dialect);

/**
 * @ingroup host-io-service-smb
 *
 * @param dialect a dialect
 * @param call sends requests; outlives what is returned
 * @return its operations on names
 */
std::unique_ptr<SmbNames> MakeSmbNames(SmbDialect dialect, const SmbCall& call);

} // namespace ns3

#endif /* SMB_DIALECT_H */
