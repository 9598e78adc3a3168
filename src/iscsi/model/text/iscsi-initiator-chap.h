/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CHAP_H
#define ISCSI_INITIATOR_CHAP_H

#include "iscsi-chap-challenge.h"
#include "iscsi-chap-settings.h"
#include "iscsi-text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * The initiator's part in CHAP (RFC 7143, 12.1.3): it proposes algorithms, answers the target's
 * challenge, and challenges the target if it knows a target's secret.
 */
class IscsiInitiatorChap
{
  public:
    /**
     * @param settings algorithms, own name and secret, and the target's if it is to prove itself
     */
    explicit IscsiInitiatorChap(std::shared_ptr<const IscsiChapSettings> settings);

    /**
     * Make the keys to send now.
     *
     * @param keys where to put it
     */
    void AddKeys(IscsiTextKeys& keys);

    /**
     * Process what the target sent.
     *
     * @param received keys of CHAP that came; if there are none, nothing happens
     * @return what is wrong with it, one line without a secret; empty if nothing is
     */
    std::string Handle(const IscsiTextKeys& received);

    /**
     * @return true if the next stage may be asked for: the last request of CHAP is made
     */
    bool IsReadyToLeave() const;

    /**
     * @return true if the target answered this side's challenge wrongly
     */
    bool IsProofWrong() const;

    /**
     * @return true if both sides have proved what they had to
     */
    bool IsDone() const;

  private:
    /// What is to come next.
    enum class State : uint8_t
    {
        PROPOSAL,  //!< this side's algorithms
        CHALLENGE, //!< the target's challenge
        RESPONSE,  //!< the response to it
        PROOF,     //!< the target's response
        DONE       //!< nothing
    };

    /**
     * @param received the target's challenge
     * @return what is wrong with it, empty if nothing is
     */
    std::string HandleChallenge(const IscsiTextKeys& received);

    /**
     * @param received the target's response
     * @return what is wrong with it, empty if nothing is
     */
    std::string HandleProof(const IscsiTextKeys& received);

    /**
     * Answer the target's challenge, and challenge the target.
     *
     * @param keys where to put it
     */
    void Respond(IscsiTextKeys& keys);

    std::shared_ptr<const IscsiChapSettings> m_settings;     //!< names and secrets
    State m_state{State::PROPOSAL};                          //!< what is to come next
    bool m_isProofWrong{false};                              //!< the target's response is wrong
    IscsiChapAlgorithm m_algorithm{IscsiChapAlgorithm::MD5}; //!< the algorithm chosen
    std::optional<IscsiChapChallenge> m_asked;               //!< the target's challenge
    std::optional<IscsiChapChallenge> m_challenge;           //!< this side's challenge
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CHAP_H */
