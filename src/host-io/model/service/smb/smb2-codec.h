/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_CODEC_H
#define SMB2_CODEC_H

#include "smb-codec.h"

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * The header of a message of SMB 2.1, 64 bytes (MS-SMB2, 2.2.1.2).
 */
struct Smb2Header : public SmbHeader
{
    static constexpr uint32_t SIZE = 64; //!< bytes of it

    /**
     * @param to where to write
     */
    void Serialize(FileServiceWriter& to) const;

    /**
     * @param from what to read; it fails if this is no header of SMB 2
     */
    void Deserialize(FileServiceReader& from);
};

/**
 * @ingroup host-io-service-smb
 *
 * The messages of SMB 2.1 (MS-SMB2, 2.2).
 */
class Smb2Codec : public SmbCodec
{
  public:
    static constexpr uint16_t DIALECT_2_0_2 = 0x0202; //!< SMB 2.0.2
    static constexpr uint16_t DIALECT_2_1 = 0x0210;   //!< SMB 2.1
    static constexpr uint16_t DIALECT_2_ANY = 0x02ff; //!< to be agreed on by another NEGOTIATE

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

#endif /* SMB2_CODEC_H */
