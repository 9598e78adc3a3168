/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_CODEC_H
#define SMB_CODEC_H

#include "smb-message.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What dialects differ in beside the form of their messages.
 */
struct SmbTraits
{
    uint64_t largestMessageId; //!< largest number of a request
    uint64_t largestFileId;    //!< largest number of an open file; the least is 1
    uint32_t transferBytes;    //!< most bytes of a READ or WRITE of Windows clients
    uint32_t creditBytes;      //!< bytes of a READ or WRITE that one credit pays for
    SmbStatus badFile;         //!< what a server says of a file that is not open
    SmbStatus endOfFile;       //!< what a server says of a READ that begins behind the end
};

/**
 * @ingroup host-io-service-smb
 *
 * The messages of a dialect as bytes. A message is a header and what is behind it: a request, a
 * response or an error.
 */
class SmbCodec
{
  public:
    virtual ~SmbCodec() = default;

    /**
     * @return what is particular to the dialect
     */
    virtual const SmbTraits& GetTraits() const = 0;

    /**
     * @param command a command
     * @return its name in the dialect, for example READ or READ_ANDX; UNKNOWN if it has none
     */
    virtual std::string GetName(SmbCommand command) const = 0;

    /**
     * @param command a command that the dialect has
     * @return its number, for the header
     */
    virtual uint16_t GetNumber(SmbCommand command) const = 0;

    /**
     * @param header header of a request
     * @param from what is behind the header
     * @return what it asks for, UNKNOWN if it is not supported
     */
    virtual SmbCommand Identify(const SmbHeader& header, FileServiceReader from) const = 0;

    /**
     * Write a header.
     *
     * @param header the header
     * @param to where to write
     */
    virtual void SerializeHeader(const SmbHeader& header, FileServiceWriter& to) const = 0;

    /**
     * Read a header.
     *
     * @param from what to read; it fails if this is no header of the dialect
     * @return the header
     */
    virtual SmbHeader DeserializeHeader(FileServiceReader& from) const = 0;

    /**
     * Write a request behind its header, for WRITE without the contents at their end.
     *
     * @param command the command
     * @param request the request
     * @param to where to write
     */
    virtual void SerializeRequest(SmbCommand command,
                                  const SmbRequest& request,
                                  FileServiceWriter& to) const = 0;

    /**
     * Read a request behind its header.
     *
     * @param command the command
     * @param from what to read; it fails if this is no request
     * @param keep true to make packets of contents
     * @return the request
     */
    virtual SmbRequest DeserializeRequest(SmbCommand command,
                                          FileServiceReader& from,
                                          bool keep) const = 0;

    /**
     * Write a response behind its header, for READ without the contents at their end.
     *
     * @param command the command
     * @param response the response
     * @param to where to write
     */
    virtual void SerializeResponse(SmbCommand command,
                                   const SmbResponse& response,
                                   FileServiceWriter& to) const = 0;

    /**
     * Write an error response behind its header.
     *
     * @param to where to write
     */
    virtual void SerializeError(FileServiceWriter& to) const = 0;

    /**
     * Read a response behind its header.
     *
     * @param command the command
     * @param from what to read; it fails if this is no response
     * @param keep true to make packets of contents
     * @return the response
     */
    virtual SmbResponse DeserializeResponse(SmbCommand command,
                                            FileServiceReader& from,
                                            bool keep) const = 0;
};

} // namespace ns3

#endif /* SMB_CODEC_H */
