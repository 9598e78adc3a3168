/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_FUZZ_TARGET_H
#define ISCSI_FUZZ_TARGET_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * What is done with bytes made up at random: by the fuzzers, and by the suite iscsi-fuzz.
 */
class IscsiFuzzTarget
{
  public:
    /**
     * Read PDUs: the header of the first one by its class, the stream as it comes, in one piece
     * and in several, and the PDUs found in it once more with good digests and with one bit
     * damaged.
     *
     * @param data one byte that says which end reads, which digests there are and how large the
     *        pieces are; then a stream of PDUs
     * @param size how many bytes
     * @return what is wrong, empty if nothing is
     */
    static std::string ReadPdus(const uint8_t* data, std::size_t size);

    /**
     * Read the texts of a login and negotiate.
     *
     * @param data one byte that says which side reads; then rounds, with a byte 2 between them,
     *        each one byte for the stage and the text
     * @param size how many bytes
     * @return what is wrong, empty if nothing is
     */
    static std::string ReadTexts(const uint8_t* data, std::size_t size);
};

} // namespace ns3

#endif /* ISCSI_FUZZ_TARGET_H */
