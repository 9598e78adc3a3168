/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB1_TRANSACTION_H
#define SMB1_TRANSACTION_H

#include "smb-message.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * SMB_COM_TRANSACTION2 of NT LM 0.12 (MS-CIFS, 2.2.4.46 and 2.2.6): a command whose subcommands
 * have parameters and data. Both are in one message; there are no secondary requests.
 */
class Smb1Transaction
{
  public:
    static constexpr uint16_t NUMBER = 0x32; //!< number of the command

    /// The subcommands that are here (MS-CIFS, 2.2.2.2).
    enum Subcommand : uint16_t
    {
        FIND_FIRST2 = 1,            //!< begins a search
        FIND_NEXT2 = 2,             //!< continues with it
        QUERY_PATH_INFORMATION = 5, //!< attributes of a name
        QUERY_FILE_INFORMATION = 7, //!< attributes of an open file
        SET_FILE_INFORMATION = 8,   //!< sets something of an open file
    };

    /**
     * @param from a request behind its header
     * @return its subcommand, any number
     */
    static uint16_t GetSubcommand(FileServiceReader from);

    /**
     * Write a request behind its header.
     *
     * @param subcommand the subcommand
     * @param request the request
     * @param to where to write
     */
    static void SerializeRequest(Subcommand subcommand,
                                 const SmbRequest& request,
                                 FileServiceWriter& to);

    /**
     * Read a request behind its header.
     *
     * @param subcommand the subcommand
     * @param from what to read; it fails if this is no request
     * @return the request
     */
    static SmbRequest DeserializeRequest(Subcommand subcommand, FileServiceReader& from);

    /**
     * Write a response behind its header.
     *
     * @param subcommand the subcommand
     * @param response the response
     * @param to where to write
     */
    static void SerializeResponse(Subcommand subcommand,
                                  const SmbResponse& response,
                                  FileServiceWriter& to);

    /**
     * Read a response behind its header.
     *
     * @param subcommand the subcommand
     * @param from what to read; it fails if this is no response
     * @return the response
     */
    static SmbResponse DeserializeResponse(Subcommand subcommand, FileServiceReader& from);
};

} // namespace ns3

#endif /* SMB1_TRANSACTION_H */
