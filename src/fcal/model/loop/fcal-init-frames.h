/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_INIT_FRAMES_H
#define FCAL_INIT_FRAMES_H

#include "fcal-alpa-map.h"

#include "ns3/fc-frame.h"
#include "ns3/fc-iu-header.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The frames of loop initialisation in their order: the upper half of the loop initialisation
 * identifier (FC-AL-2).
 */
enum class FcalInitCode : uint16_t
{
    LISM = 0x1101, //!< select master
    LIFA = 0x1102, //!< fabric assigned AL_PA
    LIPA = 0x1103, //!< previously acquired AL_PA
    LIHA = 0x1104, //!< hard assigned AL_PA
    LISA = 0x1105, //!< soft assigned AL_PA
    LIRP = 0x1106, //!< report position
    LILP = 0x1107, //!< loop position
};

/**
 * @param code a code, any value
 * @return its name as FC-AL-2 prints it, or "Reserved" if FcalInitCode has none
 */
std::string GetFcalInitCodeName(FcalInitCode code);

/// The lower half of a LISA's identifier while every port supports LIRP and LILP.
constexpr uint16_t FCAL_LISA_POSITIONS = 0x0100;

/**
 * @ingroup fcal-loop
 *
 * LISM (FC-AL-2): the lowest port name becomes master of the loop.
 */
class FcalLismHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 12; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcalLismHeader();

    void Print(std::ostream& os) const override;

    uint64_t portName{0}; //!< world-wide name of the port

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-loop
 *
 * LIFA, LIPA, LIHA or LISA (FC-AL-2): the AL_PAs in use, for each method of assignment.
 */
class FcalAddressMapHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 20; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcalAddressMapHeader();

    void Print(std::ostream& os) const override;

    FcalInitCode code{FcalInitCode::LIFA}; //!< LIFA, LIPA, LIHA or LISA
    uint16_t flags{0};                     //!< FCAL_LISA_POSITIONS or 0 in LISA, else 0
    FcalAlpaMap map;                       //!< addresses taken

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-loop
 *
 * LIRP or LILP (FC-AL-2): the addresses in the order of the loop, the master's first.
 */
class FcalPositionMapHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 132;       //!< bytes
    static constexpr uint8_t NO_ADDRESS = 0xff; //!< an entry of the frame without an address

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcalPositionMapHeader();

    void Print(std::ostream& os) const override;

    FcalInitCode code{FcalInitCode::LIRP};            //!< LIRP or LILP
    uint8_t count{0};                                 //!< addresses in the list, 0 to 127
    std::array<uint8_t, FCAL_ALPA_COUNT> positions{}; //!< AL_PAs, those from count on are unused

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-loop
 *
 * Make a frame of loop initialisation.
 *
 * @param payload FcalLismHeader, FcalAddressMapHeader or FcalPositionMapHeader
 * @param fabric true if the sender is an FL_Port: its frames are from and to AL_PA 00, those of
 *        others from and to EF
 * @return the frame
 */
Ptr<FcFrame> MakeFcalInitFrame(const FcIuHeader& payload, bool fabric = false);

/**
 * @ingroup fcal-loop
 *
 * Determine the type of a frame of loop initialisation, to choose the header that decodes it.
 *
 * @param frame any frame
 * @return its code, or nothing if it is no frame of loop initialisation
 */
std::optional<FcalInitCode> GetFcalInitCode(const FcFrame& frame);

} // namespace ns3

#endif /* FCAL_INIT_FRAMES_H */
