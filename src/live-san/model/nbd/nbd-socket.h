/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_SOCKET_H
#define NBD_SOCKET_H

#include <string>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * A Unix socket to which clients of this user connect, by its path in the file system. It takes
 * the place of a socket that nobody listens to any more, and of nothing else; the path is removed
 * at the end.
 */
class NbdSocket
{
  public:
    /**
     * Make the socket and let clients connect. They wait until they are taken.
     *
     * @param path its path
     * @throw UserError if it cannot be made, or somebody listens there
     */
    explicit NbdSocket(const std::string& path);
    ~NbdSocket();
    NbdSocket(const NbdSocket&) = delete;
    NbdSocket& operator=(const NbdSocket&) = delete;

    /**
     * @return the descriptor, which can be read when a client waits
     */
    int Get() const;

    /**
     * @return the socket of the next client, which does not block, -1 if there is none
     */
    int Accept() const;

    /**
     * @param name name of an export
     * @return its URI for clients, with the absolute path
     */
    std::string GetUri(const std::string& name) const;

  private:
    /**
     * Remove what a server left that is gone.
     *
     * @throw UserError if something else is there
     */
    void RemoveLeftOver() const;

    /**
     * @param what went wrong, for the message
     * @throw UserError with that
     */
    [[noreturn]] void Fail(const std::string& what) const;

    /// Let clients connect.
    void Listen();

    std::string m_path; //!< its path
    int m_fd;           //!< the descriptor
};

} // namespace ns3

#endif /* NBD_SOCKET_H */
