/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_NEGOTIATOR_H
#define ISCSI_NEGOTIATOR_H

#include "iscsi-key-definition.h"
#include "iscsi-session-parameters.h"
#include "iscsi-text.h"

#include "ns3/iscsi-login-header.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * The two ends of a session.
 */
enum class IscsiRole : uint8_t
{
    INITIATOR, //!< sends commands and starts the login
    TARGET,    //!< executes commands and answers the login
};

/**
 * @ingroup iscsi-text
 *
 * One side's part in the text negotiation of a login, from the first pair to the negotiated values
 * (RFC 7143, 6.2 and 6.3), or in one of the full feature phase (RFC 7143, 6.4). It knows keys and
 * nothing of PDUs, sequence numbers or stages' bits. It is needed until the negotiation is complete
 * and can be thrown away then.
 *
 * Each round one side speaks and the other answers. An initiator calls Offer, sends it, and gives
 * what comes back to Accept; as long as HasMore is true after that, it continues with Offer. A
 * target calls Respond with what it received and sends what it gets back. A side may ask for the
 * next stage only when IsSettled.
 *
 * What is offered: an initiator tells its names in its first round, its AuthMethod in the security
 * stage, and in the operational stage its MaxRecvDataSegmentLength and every key that counts in
 * this kind of session, so that the outcome never depends on what the other side takes for a
 * default (TaskReporting, iSCSIProtocolLevel and X#NodeArchitecture only if they differ from it,
 * for they are younger than most implementations). A target adds its portal group tag, alias and
 * MaxRecvDataSegmentLength, and offers a key by itself only if the initiator left it out and its
 * own wish differs from the default.
 *
 * The answer to an offer is the result: both sides can compute it. A boolean that its offer alone
 * decides may stay unanswered. A Reject leaves the key at its default, which ends the negotiation
 * only if that is nothing the offer could have led to.
 *
 * The keys of an authentication and SendTargets are no parameters. They are checked for side, stage
 * and repetition, and set aside for TakeExchange.
 */
class IscsiNegotiator
{
  public:
    /**
     * Start a negotiation.
     *
     * @param role which side this is
     * @param proposals what this side wants; Validate() finds no fault with it. If the session
     * exists already, its own values as agreed, and for those of the connection the preferences
     * @param leading whether this is the leading login of a session, the only one in which its own
     *        values are negotiated (RFC 7143, 6.3.3)
     */
    IscsiNegotiator(IscsiRole role, const IscsiSessionParameters& proposals, bool leading = true);

    /**
     * Make the keys that this side sends now: answers to what it last accepted, then its own
     * declarations and offers that belong to the stage and were not made yet.
     *
     * @param stage current stage of the login
     * @return the pairs to send, possibly none
     */
    IscsiTextKeys Offer(IscsiLoginStage stage);

    /**
     * Process what the other side sent. Afterwards HasFailed tells whether the login must end.
     *
     * @param received its pairs of this round
     * @param stage current stage of the login
     */
    void Accept(const IscsiTextKeys& received, IscsiLoginStage stage);

    /**
     * Accept, then Offer.
     *
     * @param received the other side's pairs of this round
     * @param stage current stage of the login
     * @return the pairs to send, none if the negotiation failed
     */
    IscsiTextKeys Respond(const IscsiTextKeys& received, IscsiLoginStage stage);

    /**
     * Take what is no parameter out of what was accepted.
     *
     * @return the pairs of an authentication or a discovery since the last call
     */
    IscsiTextKeys TakeExchange();

    /**
     * Is there something to say before this stage can end?
     *
     * @param stage current stage of the login
     * @return true if Offer would give at least one pair
     */
    bool HasMore(IscsiLoginStage stage) const;

    /**
     * @return true if none of this side's offers waits for an answer that it needs
     */
    bool IsSettled() const;

    /**
     * @return a key whose answer is missing, empty if IsSettled
     */
    std::string GetUnanswered() const;

    /**
     * @return true if the negotiation failed: the login must be refused or given up
     */
    bool HasFailed() const;

    /**
     * @return the login status a target refuses with, SUCCESS if nothing failed
     */
    IscsiLoginStatus GetStatus() const;

    /**
     * @return why the negotiation failed, one line; empty if it did not
     */
    const std::string& GetError() const;

    /**
     * The values agreed so far, defaults where nothing was agreed. FirstBurstLength is never above
     * MaxBurstLength, and MaxOutstandingR2T is 1 where RFC 7143, 13.19, wants it.
     *
     * @return the negotiated values
     */
    IscsiSessionParameters GetResult() const;

  private:
    /**
     * Fail, if not yet failed.
     *
     * @param status status to refuse the login with
     * @param error what is wrong, one line
     */
    void Fail(IscsiLoginStatus status, const std::string& error);

    /**
     * Check who sent a key, and when.
     *
     * @param definition the key
     * @param stage current stage of the login
     * @return false if the negotiation failed by it
     */
    bool CheckPlace(const IscsiKeyDefinition& definition, IscsiLoginStage stage);

    /**
     * Process one pair.
     *
     * @param pair the pair
     * @param received all pairs of this round
     * @param stage current stage of the login
     */
    void AcceptPair(const IscsiTextKeys::Pair& pair,
                    const IscsiTextKeys& received,
                    IscsiLoginStage stage);

    /**
     * Process an answer to a key that this side only declared, or none at all.
     *
     * @param pair the pair, whose value is one of the reserved ones
     */
    void AcceptReserved(const IscsiTextKeys::Pair& pair);

    /**
     * Process a declaration.
     *
     * @param definition the key
     * @param value what the other side declared
     */
    void AcceptDeclaration(const IscsiKeyDefinition& definition, const std::string& value);

    /**
     * Process the answer to an offer of this side.
     *
     * @param definition the key
     * @param offered what this side offered
     * @param answer what the other side answered
     */
    void AcceptAnswer(const IscsiKeyDefinition& definition,
                      const std::string& offered,
                      const std::string& answer);

    /**
     * Process an answer that gives no value.
     *
     * @param definition the key
     * @param offered what this side offered
     * @param answer Reject, Irrelevant or NotUnderstood
     */
    void AcceptNoValue(const IscsiKeyDefinition& definition,
                       const std::string& offered,
                       const std::string& answer);

    /**
     * Answer an offer of the other side.
     *
     * @param definition the key
     * @param value what the other side offered
     * @param received all pairs of this round
     */
    void AnswerOffer(const IscsiKeyDefinition& definition,
                     const std::string& value,
                     const IscsiTextKeys& received);

    /**
     * Choose the result of an offer.
     *
     * @param definition the key
     * @param value what the other side offered, legal
     * @param received all pairs of this round
     * @return the result, or nothing if no value of a list suits both sides
     */
    std::optional<std::string> Choose(const IscsiKeyDefinition& definition,
                                      const std::string& value,
                                      const IscsiTextKeys& received) const;

    /**
     * What this side wants of a key, within what the other keys leave.
     *
     * @param definition the key
     * @param received all pairs of this round
     * @return its wish
     */
    std::string GetWish(const IscsiKeyDefinition& definition, const IscsiTextKeys& received) const;

    /**
     * Can the connections be split by direction?
     *
     * @param received all pairs of this round
     * @return true if their number will be even, and no recovery within the session agreed on
     */
    bool CanSplit(const IscsiTextKeys& received) const;

    /**
     * What a key will be once the pairs of this round are all answered.
     *
     * @param key its name
     * @param received all pairs of this round
     * @return its value
     */
    std::string PredictResult(const std::string& key, const IscsiTextKeys& received) const;

    /**
     * Does a key say nothing in this session?
     *
     * @param definition the key
     * @param received all pairs of this round
     * @return true if it is irrelevant
     */
    bool IsIrrelevant(const IscsiKeyDefinition& definition, const IscsiTextKeys& received) const;

    /**
     * Is this side to offer a key by itself now?
     *
     * @param definition the key
     * @param stage current stage of the login
     * @return true if it belongs into the next Offer
     */
    bool IsToBeOffered(const IscsiKeyDefinition& definition, IscsiLoginStage stage) const;

    /**
     * Check what must come with an initiator's first round, and what may not come in any.
     *
     * @param stage current stage of the login
     */
    void CheckRound(IscsiLoginStage stage);

    IscsiRole m_role;                                     //!< which side this is
    bool m_leading;                                       //!< session's own values are negotiated
    IscsiSessionParameters m_proposals;                   //!< what this side wants
    IscsiSessionParameters m_result;                      //!< what is agreed
    IscsiTextKeys m_answers;                              //!< answers not sent yet
    IscsiTextKeys m_exchange;                             //!< pairs that are no parameters
    std::map<std::string, std::string> m_offers;          //!< offers not answered yet
    std::set<std::string> m_sent;                         //!< keys this side has sent
    std::set<std::string> m_received;                     //!< keys the other side has sent
    bool m_started{false};                                //!< the first round was taken in
    IscsiLoginStatus m_status{IscsiLoginStatus::SUCCESS}; //!< status of the negotiation
    std::string m_error;                                  //!< why it failed
};

} // namespace ns3

#endif /* ISCSI_NEGOTIATOR_H */
