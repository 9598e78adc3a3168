/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_LOGIN_SCRIPT_H
#define ISCSI_LOGIN_SCRIPT_H

#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-target-login.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * A portal for tests of logins without a network: it admits or refuses as it is told.
 */
class IscsiTestPortal : public IscsiTargetPortal
{
  public:
    IscsiLoginStatus Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& given) override;
    IscsiLoginStatus Complete(const IscsiLoginIdentity& who, uint16_t& tsih) override;

    IscsiTextKeys SendTargets(const IscsiSessionParameters& session,
                              const std::string& request) const override;

    IscsiLoginTerms terms;                                  //!< on what terms
    IscsiLoginStatus admission{IscsiLoginStatus::SUCCESS};  //!< what Admit says
    IscsiLoginStatus completion{IscsiLoginStatus::SUCCESS}; //!< what Complete says
    uint16_t newTsih{77};                                   //!< TSIH of a new session
    std::vector<IscsiLoginIdentity> admitted;               //!< who asked, in order
};

/**
 * @ingroup iscsi
 *
 * Both ends of a login without a network, one of which may be a script.
 */
class IscsiLoginScript
{
  public:
    IscsiLoginScript();

    /**
     * Give the target a request.
     *
     * @param text its data segment
     * @return the state of the login
     */
    IscsiTargetLogin::Progress Ask(const std::string& text);

    /**
     * Give the target a request with some keys.
     *
     * @param pairs keys and values
     * @return the state of the login
     */
    IscsiTargetLogin::Progress Ask(const std::vector<IscsiTextKeys::Pair>& pairs);

    /**
     * @return the names that a first request must have
     */
    static std::vector<IscsiTextKeys::Pair> GetNames();

    /**
     * @return the keys that the target answered, on one line
     */
    std::string GetAnswer() const;

    /**
     * @return the status that the target answered
     */
    IscsiLoginStatus GetStatus() const;

    /**
     * Let an initiator log in at the target, with at most 20 exchanges.
     *
     * @param initiator the initiator's part
     * @return how it ended at the initiator
     */
    IscsiInitiatorLogin::Progress Run(IscsiInitiatorLogin& initiator);

    /**
     * @return what an initiator proposes if nothing is set
     */
    static IscsiSessionParameters MakeInitiatorProposals();

    IscsiTestPortal portal;            //!< decides on logins
    IscsiTargetLogin target;           //!< the target's part
    IscsiLoginRequestHeader request;   //!< header of the next request
    IscsiLoginResponseHeader response; //!< header of the last response
    Ptr<Packet> segment;               //!< its data segment, never null
    uint32_t exchanges{0};             //!< exchanges of Run
};

/// Short for tests.
constexpr auto OPERATIONAL = IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION;

/// Short for tests.
constexpr auto FULL_FEATURE = IscsiLoginStage::FULL_FEATURE_PHASE;

/**
 * @ingroup iscsi-tests
 *
 * @param keys a text
 * @return it on one line
 */
std::string PrintText(const IscsiTextKeys& keys);

} // namespace ns3

#endif /* ISCSI_LOGIN_SCRIPT_H */
