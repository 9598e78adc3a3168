/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_ARBITER_H
#define FCAL_ARBITER_H

#include "fcal-ring.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * Determines which port gets the loop, and when. It computes for all ports at once the result of
 * FC-AL-2's distributed arbitration, with the same winners at the same word:
 *
 * - An arbitrating port replaces every fill word of lower priority with its ARB(x), and has won
 *   when its own ARB(x) returns.
 * - While the loop has an owner, the owner removes every ARB(x). After the owner's CLS the words
 *   pass: the first ARB(x) to return to its port was sent before and only has to travel from the
 *   last owner.
 *
 * The fairness window has four rules: a fair port that has won does not arbitrate again; the owner
 * sends ARB(F0), which every arbitrating port replaces; if it returns, the owner sends IDLE; a port
 * that sees IDLE may arbitrate again. An unfair port may always arbitrate.
 *
 * All times are in transmission words. Its work grows with the ports that wait, not with those on
 * the loop.
 */
class FcalArbiter
{
  public:
    /**
     * A port on the loop.
     */
    struct Port
    {
        uint32_t rank{0}; //!< place in the order of priority, 0 for the highest
        bool fair{true};  //!< whether it keeps to the fairness window
    };

    /**
     * Who wins.
     */
    struct Grant
    {
        uint32_t port{0};  //!< place of the winner
        uint64_t when{0};  //!< when its ARB(x) is back
        uint64_t since{0}; //!< when it asked for the loop

        /**
         * @param other another
         * @return true if they are the same
         */
        bool operator==(const Grant& other) const = default;
    };

    /**
     * A loop without ports.
     */
    FcalArbiter() = default;

    /**
     * @param ring the loop
     * @param ports its ports, in order
     */
    FcalArbiter(const FcalRing& ring, const std::vector<Port>& ports);

    /**
     * A port wants the loop. Nothing happens if it already does.
     *
     * @param port its place
     * @param now when
     */
    void Request(uint32_t port, uint64_t now);

    /**
     * A port withdraws its request for the loop. It has no effect without a request.
     *
     * @param port its place
     * @param now when
     */
    void Withdraw(uint32_t port, uint64_t now);

    /**
     * A port has won the loop.
     *
     * @param port its place
     * @param now when
     */
    void Win(uint32_t port, uint64_t now);

    /**
     * The owner gives the loop up.
     *
     * @param now when CLS is back at the owner, at least a trip after it won
     */
    void Relinquish(uint64_t now);

    /**
     * @return the next winner if no other port requests the loop, or nothing if no port arbitrates
     */
    std::optional<Grant> GetNext() const;

    /**
     * @return the ports that arbitrate, by their place on the loop, in the order they began
     */
    const std::vector<uint32_t>& GetWaiting() const;

  private:
    /**
     * What the arbiter knows about a port.
     */
    struct Contender
    {
        uint32_t rank{0};       //!< place in the order of priority
        bool fair{true};        //!< whether it is fair
        bool waits{false};      //!< whether it wants the loop
        uint64_t since{0};      //!< since when
        uint64_t lastWindow{0}; //!< window in which it won last
    };

    /**
     * @param contender a port that waits
     * @return true if it may arbitrate
     */
    bool MayArbitrate(const Contender& contender) const;

    /**
     * @param port place of a port that arbitrates
     * @return since when it does
     */
    uint64_t GetStart(uint32_t port) const;

    /**
     * @param port place of a port that arbitrates
     * @return when its first ARB(x) left it that no owner took off the loop
     */
    uint64_t GetFirstArb(uint32_t port) const;

    /**
     * @param port place of a port that arbitrates
     * @param other place of another
     * @return true if the other puts its own in place of the first port's first ARB(x)
     */
    bool IsReplacedBy(uint32_t port, uint32_t other) const;

    /**
     * @param port place of a port that arbitrates
     * @return true if its first ARB(x) comes back
     */
    bool ComesBack(uint32_t port) const;

    /**
     * @return true if the owner's ARB(F0) comes back
     */
    bool IsWindowOver() const;

    FcalRing m_ring;                     //!< the loop
    std::vector<Contender> m_contenders; //!< all ports
    std::vector<uint32_t> m_waiting;     //!< places of those that wait
    uint32_t m_owner{0};                 //!< current or last owner
    uint64_t m_probe{0};                 //!< when it sent the first ARB(F0) that may come back
    uint64_t m_relinquished{0};          //!< when it gave up the loop
    uint64_t m_window{2};                //!< number of the current window
    uint32_t m_idleFrom{0};              //!< who sent the IDLE that began it
    uint64_t m_idleAt{0};                //!< when
};

} // namespace ns3

#endif /* FCAL_ARBITER_H */
