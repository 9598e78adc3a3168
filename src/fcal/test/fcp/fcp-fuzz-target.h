/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_FUZZ_TARGET_H
#define FCP_FUZZ_TARGET_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal
 *
 * A hostile port on a loop, whose units are made up at random: by the fuzzer, and by the suite
 * fcal-hostile.
 */
class FcpFuzzTarget
{
  public:
    /**
     * An initiator has reads and writes open with a target. One of their ports sends other units
     * meanwhile, of any kind, to the other, in these exchanges and in others. In the end all
     * commands have ended, once, and no exchange of the initiator is open.
     *
     * @param data one byte: bit 0 set if the initiator's port is the hostile one, bit 1 if the
     *        initiator does not use REC, bit 2 if writes have a first burst; then units. Each is a
     *        byte, its kind by the low half, 10 and more for an R_CTL and a type of the next two
     *        bytes; bits 4 to 6 invert F_CTL's bits of the responder, of the relative offset and
     *        of the end of the sequence, bit 7 sends it 1 ms later. Then OX_ID, RX_ID (255 for
     *        none), Parameter in two bytes, a length and the payload
     * @param size how many bytes
     * @return what is wrong, empty if nothing is
     */
    static std::string SendUnits(const uint8_t* data, std::size_t size);
};

} // namespace ns3

#endif /* FCP_FUZZ_TARGET_H */
