/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_REPETITION_H
#define ISCSI_TARGET_REPETITION_H

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * A run of sequence numbers.
 */
struct IscsiTargetRun
{
    uint32_t begin; //!< the first
    uint32_t end;   //!< the one behind the last
};

/**
 * @ingroup iscsi-target-task
 *
 * The last run of PDUs that was sent again and may still wait for TCP: whoever asks for it once
 * more has it on its way already.
 */
class IscsiTargetRepetition
{
  public:
    /**
     * @param run a run of numbers
     * @return true if all of it was sent again and waits for TCP
     */
    bool Contains(const IscsiTargetRun& run) const;

    /**
     * A run was sent again.
     *
     * @param run its numbers
     * @return what is to be kept until TCP has taken the run
     */
    std::shared_ptr<const void> Begin(const IscsiTargetRun& run);

    /**
     * What was sent again has other numbers now.
     */
    void Forget();

  private:
    std::weak_ptr<const IscsiTargetRun> m_run; //!< the run, as long as it waits
};

} // namespace ns3

#endif /* ISCSI_TARGET_REPETITION_H */
