/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_UNDO_H
#define TCP_UNDO_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * Whether a reduction of the congestion window was for nothing: all that was sent again had arrived
 * already, as duplicate selective acknowledgements say (RFC 2883) or as the timestamp that the peer
 * echoes says (Eifel detection, RFC 3522).
 */
class TcpUndo
{
  public:
    /**
     * The window is about to be reduced.
     *
     * @param window congestion window, bytes
     * @param threshold slow start threshold, bytes
     */
    void Start(uint32_t window, uint32_t threshold);

    /// What was reduced stays reduced.
    void Stop();

    /**
     * A segment was sent again.
     *
     * @param timestamp that it carries, milliseconds of this host's clock
     */
    void NoteResent(uint32_t timestamp);

    /// A segment has arrived twice.
    void NoteDuplicate();

    /**
     * @param echo timestamp that the peer echoes; nothing without timestamps
     * @return whether the reduction was for nothing
     */
    bool IsSpurious(std::optional<uint32_t> echo) const;

    /**
     * @param echo timestamp that the peer echoes; nothing without timestamps
     * @return whether the first segment that was sent again had arrived before, by its time
     */
    bool IsEarly(std::optional<uint32_t> echo) const;

    /**
     * @return congestion window before, bytes
     */
    uint32_t GetWindow() const;

    /**
     * @return slow start threshold before, bytes
     */
    uint32_t GetThreshold() const;

  private:
    bool m_isActive{false};                //!< whether a reduction may be undone
    uint32_t m_window{0};                  //!< congestion window before
    uint32_t m_threshold{0};               //!< slow start threshold before
    uint32_t m_resent{0};                  //!< segments sent again, less duplicates
    std::optional<uint32_t> m_firstResent; //!< timestamp of the first one that was sent again
};

} // namespace ns3

#endif /* TCP_UNDO_H */
