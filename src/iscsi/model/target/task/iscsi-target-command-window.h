/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_COMMAND_WINDOW_H
#define ISCSI_TARGET_COMMAND_WINDOW_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The command window that a target grants to a session (RFC 7143, 4.2.2.1): a fixed number of task
 * slots, of which the free ones are offered. MaxCmdSN never decreases, because a slot is taken by
 * the same command that advances ExpCmdSN.
 */
class IscsiTargetCommandWindow
{
  public:
    /**
     * Begin a session.
     *
     * @param cmdSn the number of the first command
     * @param slots tasks the target works on at a time, at least 1
     */
    IscsiTargetCommandWindow(uint32_t cmdSn, uint32_t slots);

    /**
     * @param cmdSn a number
     * @return true if a command of this number lies in the window
     */
    bool Contains(uint32_t cmdSn) const;

    /**
     * The next command in order is taken up: ExpCmdSN moves on.
     */
    void Advance();

    /**
     * A task begins: it takes a slot. An immediate command may take one more than there are.
     */
    void TakeSlot();

    /**
     * A task is over: its slot is free.
     */
    void FreeSlot();

    /**
     * @return true if a task may begin without more of them than there are slots
     */
    bool HasFreeSlot() const;

    /**
     * @return the next number expected
     */
    uint32_t GetExpCmdSn() const;

    /**
     * @return the last number on offer
     */
    uint32_t GetMaxCmdSn() const;

  private:
    /**
     * Offer what is free, unless more was offered before.
     */
    void Offer();

    uint32_t m_slots;    //!< task slots
    uint32_t m_taken{0}; //!< those taken
    uint32_t m_expCmdSn; //!< next number expected
    uint32_t m_maxCmdSn; //!< last number on offer
};

} // namespace ns3

#endif /* ISCSI_TARGET_COMMAND_WINDOW_H */
