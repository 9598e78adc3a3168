/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_POWER_STATES_H
#define SSD_POWER_STATES_H

#include "ns3/nstime.h"
#include "ns3/ssd-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-drive
 *
 * In which power state a drive is. State 0 is the active one; an idle drive enters the others one
 * after the other, and the next command brings it back to state 0 from whichever it is in. A drive
 * that is entering a state has to be in it before it can leave it.
 *
 * States are a function of how long the drive has been idle, and take no events. A state counts
 * from when the drive begins to enter it until it begins to enter the next one or to leave it.
 */
class SsdPowerStates
{
  public:
    /// How much a state was used.
    struct Use
    {
        uint64_t entries{0}; //!< how often the drive began to enter it; 0 for the active one
        Time time;           //!< for how long it was in it
    };

    /**
     * @param parameters states and their power
     * @param now since when the drive has power
     */
    SsdPowerStates(const SsdParameters::PowerStates& parameters, Time now);

    /**
     * A command comes.
     *
     * @param idleSince since when the drive has been idle, the present if it is not
     * @param now the present
     * @return when the drive is active: the present if it is
     */
    Time Wake(Time idleSince, Time now);

    /**
     * The power is cut.
     *
     * @param idleSince since when the drive has been idle, the present if it is not
     * @param now the present
     */
    void PowerOff(Time idleSince, Time now);

    /**
     * Power is back, and the drive is active.
     *
     * @param now the present
     */
    void PowerOn(Time now);

    /**
     * @param idleSince since when the drive has been idle, the present if it is not
     * @param now the present
     * @return how much each state was used while the drive had power
     */
    std::vector<Use> GetUses(Time idleSince, Time now) const;

    /**
     * @param uses how much each state was used
     * @return the energy that this took, J
     */
    double GetEnergy(const std::vector<Use>& uses) const;

  private:
    /// A state to which an idle drive has come.
    struct Place
    {
        uint32_t state{0}; //!< the state
        Time begun;        //!< when the drive began to enter it
        Time entered;      //!< when it has entered it
    };

    /**
     * Count the states to which an idle drive has come.
     *
     * @param idleSince since when the drive has been idle
     * @param now the present
     * @param[in,out] uses how much each state was used
     * @return the last one
     */
    Place Count(Time idleSince, Time now, std::vector<Use>& uses) const;

    /**
     * Count the rest of the state that the drive was leaving or still entering.
     *
     * @param now the present
     * @param[in,out] uses how much each state was used
     */
    void CountLast(Time now, std::vector<Use>& uses) const;

    SsdParameters::PowerStates m_parameters; //!< states and their power
    std::vector<Use> m_uses;                 //!< of all states, without the time of the active one
    bool m_hasPower{true};                   //!< false without power
    Time m_powered;                          //!< how long there was power before
    Time m_powerOn;                          //!< since when there has been power
    Place m_last;                            //!< the state that the last command found
    Time m_woken;                            //!< when that came
};

} // namespace ns3

#endif /* SSD_POWER_STATES_H */
