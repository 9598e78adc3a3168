/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_CODEC_H
#define SMB2_CODEC_H

#include "smb2-protocol.h"

namespace ns3
{

/**
 * @ingroup host-io
 *
 * Write a request behind its header (MS-SMB2, 2.2), for WRITE without the contents at their end.
 *
 * @param command the command
 * @param request the request
 * @param to where to write
 */
void SerializeSmb2Request(Smb2Command command, const Smb2Request& request, FileServiceWriter& to);

/**
 * @ingroup host-io
 *
 * Read a request behind its header (MS-SMB2, 2.2).
 *
 * @param command the command
 * @param from what to read; it fails if this is no request
 * @param keep true to make packets of contents
 * @return the request
 */
Smb2Request DeserializeSmb2Request(Smb2Command command, FileServiceReader& from, bool keep);

/**
 * @ingroup host-io
 *
 * Write a response behind its header (MS-SMB2, 2.2), for READ without the contents at their end.
 *
 * @param command the command
 * @param response the response
 * @param to where to write
 */
void SerializeSmb2Response(Smb2Command command,
                           const Smb2Response& response,
                           FileServiceWriter& to);

/**
 * @ingroup host-io
 *
 * Write an error response behind its header (MS-SMB2, 2.2.2).
 *
 * @param to where to write
 */
void SerializeSmb2Error(FileServiceWriter& to);

/**
 * @ingroup host-io
 *
 * Read a response behind its header (MS-SMB2, 2.2).
 *
 * @param command the command
 * @param from what to read; it fails if this is no response
 * @param keep true to make packets of contents
 * @return the response
 */
Smb2Response DeserializeSmb2Response(Smb2Command command, FileServiceReader& from, bool keep);

} // namespace ns3

#endif /* SMB2_CODEC_H */
