/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_RECOVERY_CLOCK_H
#define ISCSI_INITIATOR_RECOVERY_CLOCK_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-initiator-settings.h"
#include "ns3/iscsi-session-parameters.h"

namespace ns3
{

/**
 * @ingroup iscsi-initiator-task
 *
 * The clock of the retransmissions of an initiator's session with an ErrorRecoveryLevel above 0
 * (RFC 7143, 7.1.4.1). It must be started when a request is sent.
 */
class IscsiInitiatorRecoveryClock
{
  public:
    /**
     * @param settings have the time; outlive this
     * @param parameters values agreed on; outlive this
     */
    IscsiInitiatorRecoveryClock(const IscsiInitiatorSettings& settings,
                                const IscsiSessionParameters& parameters);
    ~IscsiInitiatorRecoveryClock();

    IscsiInitiatorRecoveryClock(const IscsiInitiatorRecoveryClock&) = delete;
    IscsiInitiatorRecoveryClock& operator=(const IscsiInitiatorRecoveryClock&) = delete;

    /**
     * Set what is called when the time is over.
     *
     * @param expired called then
     */
    void SetExpired(Callback<void> expired);

    /**
     * Ensure that the clock runs, if this session recovers.
     */
    void Start();

    /**
     * Stop the clock.
     */
    void Stop();

  private:
    const IscsiInitiatorSettings& m_settings;   //!< have the time
    const IscsiSessionParameters& m_parameters; //!< values agreed on
    Callback<void> m_expired;                   //!< called when the time is over
    EventId m_end;                              //!< the end of the time
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_RECOVERY_CLOCK_H */
