/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CHAP_H
#define ISCSI_TARGET_CHAP_H

#include "iscsi-chap-challenge.h"
#include "iscsi-chap-settings.h"
#include "iscsi-text.h"

#include "ns3/iscsi-login-header.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * The target's part in CHAP (RFC 7143, 12.1.3): it chooses the algorithm, challenges the initiator,
 * checks the response, and authenticates itself if the initiator requests it.
 */
class IscsiTargetChap
{
  public:
    /**
     * @param settings algorithms, own name and secret, and those of the initiators
     */
    explicit IscsiTargetChap(std::shared_ptr<const IscsiChapSettings> settings);

    /**
     * Take the next step.
     *
     * @param received keys of CHAP that came; if there are none, nothing happens
     * @param answer where to put the keys to send
     * @return SUCCESS, or the status to refuse the login with
     */
    IscsiLoginStatus Handle(const IscsiTextKeys& received, IscsiTextKeys& answer);

    /**
     * @return true if the initiator has proved who it is
     */
    bool IsDone() const;

    /**
     * @return why the login is to be refused, one line without a secret
     */
    const std::string& GetError() const;

  private:
    /// What is to come next.
    enum class State : uint8_t
    {
        PROPOSAL, //!< the initiator's algorithms
        RESPONSE, //!< its response to the challenge
        DONE      //!< nothing
    };

    /**
     * @param received the initiator's algorithms
     * @param answer where to put the challenge
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus HandleProposal(const IscsiTextKeys& received, IscsiTextKeys& answer);

    /**
     * @param received the initiator's response, perhaps with a challenge of its own
     * @param answer where to put the response to that
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus HandleResponse(const IscsiTextKeys& received, IscsiTextKeys& answer);

    /**
     * Answer the initiator's challenge.
     *
     * @param received the challenge
     * @param answer where to put the response
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Prove(const IscsiTextKeys& received, IscsiTextKeys& answer);

    /**
     * @param status the status to refuse with
     * @param error why
     * @return the status
     */
    IscsiLoginStatus Refuse(IscsiLoginStatus status, const std::string& error);

    std::shared_ptr<const IscsiChapSettings> m_settings;     //!< names and secrets
    State m_state{State::PROPOSAL};                          //!< what is to come next
    IscsiChapAlgorithm m_algorithm{IscsiChapAlgorithm::MD5}; //!< the algorithm chosen
    std::optional<IscsiChapChallenge> m_challenge;           //!< the challenge
    std::string m_error;                                     //!< why it is refused
};

} // namespace ns3

#endif /* ISCSI_TARGET_CHAP_H */
