/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_BUFFERS_H
#define ISCSI_TARGET_BUFFERS_H

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The memory of a target portal for the data of commands, shared by all its sessions. A session has
 * at most as much as is left, so that those that hold much leave room for others.
 */
class IscsiTargetBuffers
{
  public:
    class Share;

    /**
     * What one session has of the memory.
     */
    class Session : public std::enable_shared_from_this<Session>
    {
      public:
        /// What a session may always have, even if all memory is in use, bytes.
        static constexpr uint64_t RESERVE = 64 << 10;

        /**
         * @param buffers the memory
         */
        explicit Session(const std::shared_ptr<IscsiTargetBuffers>& buffers);

        /**
         * Take memory for a command.
         *
         * @param bytes how much; more than there is at all counts as that
         * @return what gives it back when it ceases to exist, null if there is not enough
         */
        std::shared_ptr<Share> Reserve(uint64_t bytes);

        /**
         * @return bytes that the session has
         */
        uint64_t GetInUse() const;

      private:
        friend class Share;

        /**
         * @param bytes how much is wanted
         * @return true if the session may have it
         */
        bool MayTake(uint64_t bytes) const;

        std::shared_ptr<IscsiTargetBuffers> m_buffers; //!< the memory
        uint64_t m_inUse{0};                           //!< what the session has, bytes
    };

    /**
     * Memory that a command has.
     */
    class Share
    {
      public:
        /**
         * @param session whose it is
         * @param bytes how much
         */
        Share(const std::shared_ptr<Session>& session, uint64_t bytes);
        ~Share();

        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;

        /**
         * Give back what is not needed any more.
         *
         * @param bytes how much to keep; nothing happens if that is more than there is
         */
        void Shrink(uint64_t bytes);

      private:
        std::shared_ptr<Session> m_session; //!< whose it is
        uint64_t m_bytes;                   //!< how much
    };

    /**
     * @param limit how much there is, bytes
     */
    explicit IscsiTargetBuffers(uint64_t limit);

    /**
     * @return bytes in use
     */
    uint64_t GetInUse() const;

  private:
    const uint64_t m_limit; //!< how much there is, bytes
    uint64_t m_inUse{0};    //!< how much is in use, bytes
};

} // namespace ns3

#endif /* ISCSI_TARGET_BUFFERS_H */
