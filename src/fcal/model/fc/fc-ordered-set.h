/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_ORDERED_SET_H
#define FC_ORDERED_SET_H

#include "fc-8b10b.h"

#include <array>
#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * One non-data transmission word: K28.5 and three data characters (FC-PH, 11).
 */
class FcOrderedSet
{
  public:
    /**
     * @param second the byte behind K28.5
     * @param third the third byte
     * @param fourth the fourth byte
     */
    constexpr FcOrderedSet(uint8_t second, uint8_t third, uint8_t fourth)
        : m_bytes{FC_K28_5, second, third, fourth}
    {
    }

    /**
     * @return the four bytes before their encoding, as they follow each other on the line
     */
    constexpr const std::array<uint8_t, FC_WORD_CHARACTERS>& GetBytes() const
    {
        return m_bytes;
    }

    /**
     * @param other another ordered set
     * @return true if both are the same
     */
    constexpr bool operator==(const FcOrderedSet& other) const = default;

  private:
    std::array<uint8_t, FC_WORD_CHARACTERS> m_bytes; //!< bytes before their encoding
};

/**
 * @param set an ordered set
 * @return its name as FC-AL-2 prints it, with addresses in hexadecimal: "ARB(EF)"; its bytes if it
 *         has none
 */
std::string GetFcOrderedSetName(const FcOrderedSet& set);

/**
 * @param os a stream
 * @param set an ordered set, of which the name is written
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const FcOrderedSet& set);

/**
 * @ingroup fcal-fc
 * @{
 * Start of frame (FC-PH, 11; FC-AL-2). FC-AL gives SOFil the bytes of SOFi3.
 */
inline constexpr FcOrderedSet FC_SOFI3{GetFcDataByte(21, 5),
                                       GetFcDataByte(22, 2),
                                       GetFcDataByte(22, 2)}; //!< first frame of a sequence
inline constexpr FcOrderedSet FC_SOFN3{GetFcDataByte(21, 5),
                                       GetFcDataByte(22, 1),
                                       GetFcDataByte(22, 1)}; //!< every other frame
inline constexpr FcOrderedSet FC_SOFIL{FC_SOFI3};             //!< frame of loop initialisation
/** @} */

/**
 * @ingroup fcal-fc
 * @{ End of frame (FC-PH, 11). There are two of each, so that the running disparity after a frame
 * is always negative: the one sent depends on the disparity before it.
 */
inline constexpr FcOrderedSet FC_EOFN_NEGATIVE{GetFcDataByte(21, 4),
                                               GetFcDataByte(21, 6),
                                               GetFcDataByte(21, 6)}; //!< more frames follow
inline constexpr FcOrderedSet FC_EOFN_POSITIVE{GetFcDataByte(21, 5),
                                               GetFcDataByte(21, 6),
                                               GetFcDataByte(21, 6)}; //!< more frames follow
inline constexpr FcOrderedSet FC_EOFT_NEGATIVE{GetFcDataByte(21, 4),
                                               GetFcDataByte(21, 3),
                                               GetFcDataByte(21, 3)}; //!< last of its sequence
inline constexpr FcOrderedSet FC_EOFT_POSITIVE{GetFcDataByte(21, 5),
                                               GetFcDataByte(21, 3),
                                               GetFcDataByte(21, 3)}; //!< last of its sequence
/** @} */

/**
 * @ingroup fcal-fc
 * @{
 * Primitive signals (FC-PH, 16.3; FC-AL-2) without an address.
 */
inline constexpr FcOrderedSet FC_IDLE{GetFcDataByte(21, 4),
                                      GetFcDataByte(21, 5),
                                      GetFcDataByte(21, 5)}; //!< fill word; ends a fairness window
inline constexpr FcOrderedSet FC_R_RDY{GetFcDataByte(21, 4),
                                       GetFcDataByte(10, 2),
                                       GetFcDataByte(10, 2)}; //!< one receive buffer is free
inline constexpr FcOrderedSet FC_CLS{GetFcDataByte(5, 4),
                                     GetFcDataByte(21, 5),
                                     GetFcDataByte(21, 5)}; //!< close the circuit
inline constexpr FcOrderedSet FC_DHD{GetFcDataByte(10, 4),
                                     GetFcDataByte(21, 5),
                                     GetFcDataByte(21, 5)}; //!< the rest goes one way only
/** @} */

/// The address in ARB(F0): the owner asks whether a fair port still waits.
inline constexpr uint8_t FC_ARB_FAIRNESS = 0xf0;
/// The address in ARB(FF), FC-AL-2's fill word in place of IDLE.
inline constexpr uint8_t FC_ARB_FILL = 0xff;
/// The address that means every port, in OPN, LIP and LPE.
inline constexpr uint8_t FC_ALL_PORTS = 0xff;
/// The first address in a LIP without a loop failure, and the second of a port without an AL_PA.
inline constexpr uint8_t FC_LIP_INITIALISE = 0xf7;
/// The first address in a LIP of a port that receives nothing valid.
inline constexpr uint8_t FC_LIP_FAILURE = 0xf8;

/**
 * @ingroup fcal-fc
 *
 * @param x AL_PA of the port that arbitrates, or FC_ARB_FAIRNESS or FC_ARB_FILL
 * @return ARB(x)
 */
constexpr FcOrderedSet
MakeFcArb(uint8_t x)
{
    return {GetFcDataByte(20, 4), x, x};
}

/**
 * @ingroup fcal-fc
 *
 * @param destination AL_PA of the port to open
 * @param source AL_PA of the port that opens
 * @return OPN(yx): open full duplex
 */
constexpr FcOrderedSet
MakeFcOpenFullDuplex(uint8_t destination, uint8_t source)
{
    return {GetFcDataByte(17, 4), destination, source};
}

/**
 * @ingroup fcal-fc
 *
 * @param destination AL_PA of the port to open
 * @return OPN(yy): open half duplex
 */
constexpr FcOrderedSet
MakeFcOpenHalfDuplex(uint8_t destination)
{
    return {GetFcDataByte(17, 4), destination, destination};
}

/**
 * @ingroup fcal-fc
 *
 * @param destination AL_PA of a port that is to take frames as they pass, or FC_ALL_PORTS
 * @return OPN(yr) or OPN(fr): open replicate
 */
constexpr FcOrderedSet
MakeFcOpenReplicate(uint8_t destination)
{
    return {GetFcDataByte(17, 4), destination, FC_ALL_PORTS};
}

/**
 * @ingroup fcal-fc
 *
 * @param type mark type
 * @param source AL_PA of the port that sends it
 * @return MRK(tx)
 */
constexpr FcOrderedSet
MakeFcMark(uint8_t type, uint8_t source)
{
    return {GetFcDataByte(31, 2), type, source};
}

/**
 * @ingroup fcal-fc
 *
 * Make a loop initialisation primitive. What its two addresses say: (F7,F7) initialise, no AL_PA
 * yet; (F8,F7) loop failure, no AL_PA; (F7,x) and (F8,x) the same from a port whose AL_PA is x;
 * (y,x) port x resets port y; (FF,x) port x resets all.
 *
 * @param y FC_LIP_INITIALISE, FC_LIP_FAILURE, FC_ALL_PORTS, or the AL_PA to reset
 * @param x AL_PA of the sender, or FC_LIP_INITIALISE if it has none
 * @return LIP(yx)
 */
constexpr FcOrderedSet
MakeFcLip(uint8_t y, uint8_t x)
{
    return {GetFcDataByte(21, 0), y, x};
}

/**
 * @ingroup fcal-fc
 *
 * @param y AL_PA of the port to bypass
 * @param x AL_PA of the sender
 * @return LPB(yx)
 */
constexpr FcOrderedSet
MakeFcPortBypass(uint8_t y, uint8_t x)
{
    return {GetFcDataByte(9, 0), y, x};
}

/**
 * @ingroup fcal-fc
 *
 * @param y AL_PA of the port to bring back, or FC_ALL_PORTS
 * @param x AL_PA of the sender
 * @return LPE(yx)
 */
constexpr FcOrderedSet
MakeFcPortEnable(uint8_t y, uint8_t x)
{
    return {GetFcDataByte(5, 0), y, x};
}

} // namespace ns3

#endif /* FC_ORDERED_SET_H */
