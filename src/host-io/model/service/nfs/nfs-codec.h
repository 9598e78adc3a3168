/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NFS_CODEC_H
#define NFS_CODEC_H

#include "nfs-protocol.h"

namespace ns3
{

/**
 * @ingroup host-io-service-nfs
 *
 * Write the arguments of a procedure (RFC 1813, 3.3), for WRITE without the contents at their end.
 *
 * @param procedure the procedure
 * @param arguments the arguments
 * @param to where to write
 */
void SerializeNfsArguments(NfsProcedure procedure,
                           const NfsArguments& arguments,
                           FileServiceWriter& to);

/**
 * @ingroup host-io-service-nfs
 *
 * Read the arguments of a procedure (RFC 1813, 3.3).
 *
 * @param procedure the procedure
 * @param from what to read; it fails if these are no arguments
 * @param keep true to make packets of contents
 * @return the arguments
 */
NfsArguments DeserializeNfsArguments(NfsProcedure procedure, FileServiceReader& from, bool keep);

/**
 * @ingroup host-io-service-nfs
 *
 * Write the results of a procedure (RFC 1813, 3.3), for READ without the contents at their end.
 *
 * @param procedure the procedure
 * @param results the results
 * @param to where to write
 */
void SerializeNfsResults(NfsProcedure procedure, const NfsResults& results, FileServiceWriter& to);

/**
 * @ingroup host-io-service-nfs
 *
 * Read the results of a procedure (RFC 1813, 3.3).
 *
 * @param procedure the procedure
 * @param from what to read; it fails if these are no results
 * @param keep true to make packets of contents
 * @return the results
 */
NfsResults DeserializeNfsResults(NfsProcedure procedure, FileServiceReader& from, bool keep);

} // namespace ns3

#endif /* NFS_CODEC_H */
