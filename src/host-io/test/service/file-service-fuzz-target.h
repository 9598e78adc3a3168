/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_FUZZ_TARGET_H
#define FILE_SERVICE_FUZZ_TARGET_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * What is done with bytes made up at random: by the fuzzer, and by the suite
 * host-io-file-service-fuzz.
 */
class FileServiceFuzzTarget
{
  public:
    /**
     * Read messages of NFS or SMB: split the stream, in one piece and in several, decode each
     * message, and check that a decoder reads what the encoder wrote of it.
     *
     * @param data one byte: bit 0 set for SMB, bit 1 to keep contents, the others say how large the
     *        pieces are; one byte: the procedure of replies of NFS; for SMB 0 is 2.1, and another
     *        number n is NT LM 0.12 with TRANSACTION2 responses to SmbCommand n - 1; then the
     * stream
     * @param size how many bytes
     * @return what is wrong, empty if nothing is
     */
    static std::string ReadMessages(const uint8_t* data, std::size_t size);
};

} // namespace ns3

#endif /* FILE_SERVICE_FUZZ_TARGET_H */
