/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PDU_CHECKS_H
#define SAN_PDU_CHECKS_H

#include "ns3/application-container.h"
#include "ns3/iscsi-session-checker.h"
#include "ns3/iscsi-target-checker.h"
#include "ns3/iscsi-target.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * Whether the PDUs of all sessions obey their rules (IscsiSessionChecker, IscsiTargetChecker).
 * summary.json has how many PDUs were looked at and how many broke a rule, if any session is
 * watched.
 */
class SanPduChecks : public SanReport
{
  public:
    /**
     * Watch sessions from now on.
     *
     * @param initiators their initiators
     * @param haveCores whether their hosts have several cores
     */
    void Attach(const ApplicationContainer& initiators, bool haveCores);

    /**
     * Watch a portal that has one session at a time from now on.
     *
     * @param portal the portal
     */
    void AttachTarget(Ptr<IscsiTarget> portal);

    /**
     * @return whether any session is watched
     */
    bool IsAny() const;

    /**
     * @return how many PDUs broke a rule and the first of them, one line; empty if none did
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /**
     * An initiator has sent or received a PDU: task management functions that are not answered may
     * end tasks of other sessions.
     *
     * @param pdu the PDU
     * @param opcode its opcode
     */
    void NotePdu(Ptr<const Packet> pdu, IscsiOpcode opcode);

    std::vector<std::unique_ptr<IscsiSessionChecker>> m_checkers;      //!< of each session
    std::vector<std::unique_ptr<IscsiTargetChecker>> m_targetCheckers; //!< of portals with one
    SanViolations m_violations;                                        //!< PDUs that broke a rule
};

} // namespace ns3

#endif /* SAN_PDU_CHECKS_H */
