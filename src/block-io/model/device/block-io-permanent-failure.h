/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_PERMANENT_FAILURE_H
#define BLOCK_IO_PERMANENT_FAILURE_H

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * Reports that an object will never be ready, or never again, and why. It is aggregated to objects
 * that can fail permanently, a remote block device or a SCSI initiator port; objects that wait for
 * one of these connect to the trace.
 */
class BlockIoPermanentFailure : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param subject what may fail, as text that begins its reason
     */
    void SetSubject(const std::string& subject);

    /**
     * @return what may fail, as text; empty if not given
     */
    const std::string& GetSubject() const;

    /**
     * It failed permanently. Only the first call counts.
     *
     * @param reason why, one line without a trailing period
     */
    void Declare(const std::string& reason);

    /**
     * @return true once it failed
     */
    bool HasOccurred() const;

    /**
     * @return what failed and why, one line; empty while nothing has
     */
    const std::string& GetReason() const;

    /**
     * TracedCallback signature for a failure.
     *
     * @param reason what failed and why, one line
     */
    using FailedTracedCallback = void (*)(const std::string& reason);

  protected:
    void DoDispose() override;

  private:
    std::string m_subject;                          //!< what may fail
    std::string m_reason;                           //!< what failed and why
    TracedCallback<const std::string&> m_failTrace; //!< it failed
};

} // namespace ns3

#endif /* BLOCK_IO_PERMANENT_FAILURE_H */
