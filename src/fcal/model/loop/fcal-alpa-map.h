/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_ALPA_MAP_H
#define FCAL_ALPA_MAP_H

#include "fcal-alpa.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The 16 bytes in which loop initialisation collects the addresses in use (FC-AL-2, the AL_PA bit
 * map): one bit for each, highest priority first, after the L bit.
 */
class FcalAlpaMap
{
  public:
    static constexpr uint32_t SIZE = 16; //!< bytes

    /// Make a map without any address.
    FcalAlpaMap() = default;

    /**
     * @param bytes the map, any bits
     */
    explicit FcalAlpaMap(const std::array<uint8_t, SIZE>& bytes);

    /**
     * @return the map's bytes
     */
    const std::array<uint8_t, SIZE>& GetBytes() const;

    /**
     * @param alpa any byte
     * @return true if it is an AL_PA that is taken
     */
    bool Has(uint8_t alpa) const;

    /**
     * @param alpa an AL_PA, which is taken from now on
     */
    void Assign(uint8_t alpa);

    /**
     * @return the free AL_PA of an NL_Port with the highest priority, which a LISA gives away
     * first, or nothing if all 126 are taken
     */
    std::optional<uint8_t> FindFree() const;

    /**
     * @return how many AL_PAs are taken, 0 to 127
     */
    uint32_t GetCount() const;

    /**
     * @return the L bit: the fabric has changed or is new, logins are void
     */
    bool IsLoginRequired() const;

    /// Set the L bit.
    void RequireLogin();

    /**
     * @param other another map
     * @return true if both are the same, L bit included
     */
    bool operator==(const FcalAlpaMap& other) const = default;

  private:
    std::array<uint8_t, SIZE> m_bytes{}; //!< the map, first bit highest
};

/**
 * @ingroup fcal-loop
 *
 * @param alpa an AL_PA
 * @return its bit in the map, 1 to 127, counted from the highest bit of the first byte, or nothing
 * if it is no AL_PA; bit 0 is the L bit
 */
std::optional<uint8_t> GetFcalMapBit(uint8_t alpa);

} // namespace ns3

#endif /* FCAL_ALPA_MAP_H */
