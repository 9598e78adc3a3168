/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_ACCESS_CHECKER_H
#define FCAL_ACCESS_CHECKER_H

#include "fcal-loop.h"
#include "fcal-port.h"

#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * Watches who wins a loop, and says who wins it too often (FC-AL-2, access fairness): while a port
 * waits, another fair one wins at most twice, once in the window in which the wait begins and once
 * in the next one. A port with Fair=false may win whenever it likes. An initialisation ends all
 * waits.
 */
class FcalAccessChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     */
    explicit FcalAccessChecker(Report report);

    /**
     * Watch a loop from now on; for the trace sources ArbitrationWait and Lip.
     *
     * @param loop the loop
     */
    void Attach(Ptr<FcalLoop> loop);

    /**
     * A port wins now.
     *
     * @param port who
     * @param wait for how long it has waited
     */
    void NoteWon(Ptr<const FcalPort> port, Time wait);

    /**
     * Initialisation begins.
     *
     * @param lip why
     */
    void NoteLip(FcalLip lip);

    /**
     * @return number of wins that it has seen
     */
    uint64_t GetWins() const;

  private:
    /// Wins of a fair port during a wait of another one that are too many.
    static constexpr std::size_t TOO_MANY = 3;

    /// A fair port that has won.
    struct Winner
    {
        Ptr<const FcalPort> port;        //!< the port
        std::array<Time, TOO_MANY> wins; //!< when it won last, the oldest first
    };

    Report m_report;               //!< gets what is wrong
    std::vector<Winner> m_winners; //!< since the last initialisation
    uint64_t m_wins{0};            //!< seen
};

} // namespace ns3

#endif /* FCAL_ACCESS_CHECKER_H */
