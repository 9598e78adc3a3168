/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_HANDSHAKE_H
#define NBD_HANDSHAKE_H

#include "nbd-protocol.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * The server's side of the NBD protocol's fixed newstyle handshake, as bytes in and bytes out: a
 * client lists exports, asks what they are, and chooses one.
 *
 * A client that breaks the protocol is not answered any more. So is one that asks by EXPORT_NAME
 * for an export that there is not, as the protocol has no other answer.
 */
class NbdHandshake
{
  public:
    /**
     * Greet a client.
     *
     * @param exports the exports, the default one first; they outlive this
     */
    explicit NbdHandshake(const std::vector<NbdExport>& exports);

    /**
     * Take bytes of the client, up to the end of one option at most.
     *
     * @param bytes the bytes
     * @param length how many there are
     * @return how many were taken; 0 if the handshake is over
     */
    std::size_t Receive(const uint8_t* bytes, std::size_t length);

    /**
     * @return what is to be sent since this was last called
     */
    std::vector<uint8_t> TakeOutput();

    /**
     * @return whether it ended without an export, so that the connection is to be closed
     */
    bool IsClosed() const;

    /**
     * @return the export that was chosen, null before that
     */
    const NbdExport* GetExport() const;

    /**
     * @return whether replies to requests are structured
     */
    bool HasStructuredReplies() const;

  private:
    /// What comes next.
    enum class State
    {
        FLAGS,    //!< the client's flags
        OPTION,   //!< the head of an option
        DATA,     //!< its data
        SKIPPING, //!< data that are too long to be looked at
        CHOSEN,   //!< an export was chosen
        CLOSED    //!< nothing
    };

    /**
     * Wait for the next piece.
     *
     * @param state what it is
     * @param length its bytes
     */
    void Await(State state, uint32_t length);

    /// A piece is complete.
    void HandlePiece();

    /// The client's flags came.
    void HandleFlags();

    /// The head of an option came.
    void HandleHead();

    /// An option came, with its data.
    void HandleOption();

    /// Answer to EXPORT_NAME, which has a form of its own.
    void SendExport();

    /// Answer to LIST.
    void SendList();

    /// Answer to INFO and GO.
    void SendInfo();

    /**
     * Read the data of INFO and GO.
     *
     * @param name becomes the export's name
     * @param asked becomes what is asked for
     * @return whether they are right
     */
    bool ReadInfo(std::string& name, std::vector<NbdInfo>& asked) const;

    /**
     * Tell something of an export.
     *
     * @param disk the export
     * @param info what to tell
     */
    void SendInfoOf(const NbdExport& disk, NbdInfo info);

    /**
     * @param type what kind of reply
     * @param data its data
     */
    void Reply(NbdOptionReply type, const std::vector<uint8_t>& data = {});

    /**
     * @param type what kind of error
     * @param text what is wrong, for people
     */
    void Refuse(NbdOptionReply type, const std::string& text);

    /**
     * @param name a name, empty for the default export
     * @return the export, null if there is none of that name
     */
    const NbdExport* Find(const std::string& name) const;

    /**
     * @param disk an export
     * @return its flags for this client
     */
    uint16_t GetFlags(const NbdExport& disk) const;

    const std::vector<NbdExport>& m_exports; //!< the exports
    State m_state{State::FLAGS};             //!< what comes next
    uint32_t m_missing{0};                   //!< bytes of it that have not come
    std::vector<uint8_t> m_piece;            //!< those that have
    uint32_t m_option{0};                    //!< the option, which may be unknown
    bool m_hasPadding{true};                 //!< whether zeros follow an export
    bool m_isStructured{false};              //!< whether replies are structured
    const NbdExport* m_chosen{nullptr};      //!< what the client will use
    std::vector<uint8_t> m_output;           //!< what is to be sent
};

} // namespace ns3

#endif /* NBD_HANDSHAKE_H */
