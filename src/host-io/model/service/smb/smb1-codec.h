/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB1_CODEC_H
#define SMB1_CODEC_H

#include "smb-codec.h"

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The header of a message of NT LM 0.12, 32 bytes (MS-CIFS, 2.2.3.1). Texts are in Unicode and
 * statuses are NTSTATUS. A response counts as one credit, so that credits are what is left of
 * MaxMpxCount.
 */
struct Smb1Header : public SmbHeader
{
    /**
     * @param to where to write
     */
    void Serialize(FileServiceWriter& to) const;

    /**
     * @param from what to read; it fails if this is no header of NT LM 0.12, or of a client or
     *        server that does without Unicode or NTSTATUS
     */
    void Deserialize(FileServiceReader& from);
};

/**
 * @ingroup host-io-service-smb
 *
 * The messages of NT LM 0.12 (MS-CIFS, 2.2.4, with the extensions of MS-SMB, 2.2.4, for large READs
 * and WRITEs). A message has one command: AndX chains are refused.
 */
class Smb1Codec : public SmbCodec
{
  public:
    const SmbTraits& GetTraits() const override;
    std::string GetName(SmbCommand command) const override;
    uint16_t GetNumber(SmbCommand command) const override;
    SmbCommand Identify(const SmbHeader& header, FileServiceReader from) const override;
    void SerializeHeader(const SmbHeader& header, FileServiceWriter& to) const override;
    SmbHeader DeserializeHeader(FileServiceReader& from) const override;
    void SerializeRequest(SmbCommand command,
                          const SmbRequest& request,
                          FileServiceWriter& to) const override;
    SmbRequest DeserializeRequest(SmbCommand command,
                                  FileServiceReader& from,
                                  bool keep) const override;
    void SerializeResponse(SmbCommand command,
                           const SmbResponse& response,
                           FileServiceWriter& to) const override;
    void SerializeError(FileServiceWriter& to) const override;
    SmbResponse DeserializeResponse(SmbCommand command,
                                    FileServiceReader& from,
                                    bool keep) const override;
};

} // namespace ns3

#endif /* SMB1_CODEC_H */
