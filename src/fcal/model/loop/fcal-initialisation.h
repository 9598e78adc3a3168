/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_INITIALISATION_H
#define FCAL_INITIALISATION_H

#include "fcal-alpa-map.h"
#include "fcal-ring.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The steps of loop initialisation, in order.
 */
enum class FcalInitialisationStep : uint8_t
{
    LIP,    //!< everybody sends LIP, and is silent until the loop is
    LISM,   //!< the lowest port name becomes the loop master
    ARB_F0, //!< the master tells that there is one
    LIFA,   //!< addresses from the fabric
    LIPA,   //!< addresses that ports had before
    LIHA,   //!< addresses set on the port
    LISA,   //!< any address that is left
    LIRP,   //!< every port enters its position
    LILP,   //!< everybody gets the map of positions
    CLS,    //!< the master ends it
    COUNT,  //!< number of steps, not a step
};

/**
 * @ingroup fcal-loop
 *
 * @param step a step
 * @return its name as the standard prints it
 */
const char* GetFcalInitialisationStepName(FcalInitialisationStep step);

/**
 * @ingroup fcal-loop
 *
 * Loop initialisation (FC-AL-2, 10), computed at once: the master, the AL_PA of each port, and the
 * duration of each step.
 */
class FcalInitialisation
{
  public:
    /// Number of steps.
    static constexpr std::size_t N_STEPS = static_cast<std::size_t>(FcalInitialisationStep::COUNT);
    /// LIPs that each port sends at least.
    static constexpr uint64_t LIP_WORDS = 12;

    /**
     * A port that takes part.
     */
    struct Member
    {
        uint64_t name{0};                //!< port name
        bool fabric{false};              //!< whether it is an FL_Port
        std::optional<uint8_t> previous; //!< AL_PA that it had before
        std::optional<uint8_t> hard;     //!< AL_PA set on it
    };

    /**
     * @param members the ports in the order of the loop, at least one
     * @param ring the loop
     * @param fillWords fill words behind each frame
     */
    FcalInitialisation(const std::vector<Member>& members,
                       const FcalRing& ring,
                       uint32_t fillWords);

    /**
     * @return place of the loop master
     */
    uint32_t GetMaster() const;

    /**
     * @param port place of a port
     * @return its AL_PA, or nothing if there was none left for it
     */
    std::optional<uint8_t> GetAlpa(uint32_t port) const;

    /**
     * @return the AL_PAs in the order of the loop from the master on, as in LILP
     */
    const std::vector<uint8_t>& GetPositionMap() const;

    /**
     * @param step a step
     * @return how long it takes, words, without the silence of AL_TIME behind LIP
     */
    uint64_t GetWords(FcalInitialisationStep step) const;

    /**
     * @return how long all steps take, words, without AL_TIME
     */
    uint64_t GetWords() const;

  private:
    /**
     * Find the loop master.
     */
    void ChooseMaster();

    /**
     * Let a frame with the bit map go round from the master: each port without an AL_PA takes the
     * one that it wants if it is free.
     *
     * @param wish tells which AL_PA a member wants, if any
     */
    template <typename T>
    void PassBitMap(T wish);

    /**
     * Enter the AL_PAs into the position map.
     */
    void MapPositions();

    /**
     * A frame that goes round, taken in by each port before it is sent on.
     *
     * @param payload its payload, bytes
     * @return how long it takes, words
     */
    uint64_t GetRound(uint32_t payload) const;

    std::vector<Member> m_members;               //!< the ports
    uint64_t m_trip;                             //!< a trip around the loop, words
    uint32_t m_fillWords;                        //!< fill words behind a frame
    uint32_t m_master{0};                        //!< place of the master
    std::vector<std::optional<uint8_t>> m_alpas; //!< who has which
    FcalAlpaMap m_taken;                         //!< the bit map
    std::vector<uint8_t> m_map;                  //!< position map
};

} // namespace ns3

#endif /* FCAL_INITIALISATION_H */
