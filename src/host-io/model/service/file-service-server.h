/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_SERVER_H
#define FILE_SERVICE_SERVER_H

#include "file-service-connection.h"
#include "file-service-counters.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/file-system.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * A server that offers a file system of its node to clients over TCP, whatever the protocol. It
 * accepts any client and asks for no password.
 *
 * A fixed number of threads serve requests; others wait in order of arrival. Threads take no time
 * of a processor. Bytes that are no message close their connection.
 */
class FileServiceServer : public Application, public FileServiceConnectionOwner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~FileServiceServer() override;

    /**
     * @param fileSystem the file system to serve, before the application starts
     */
    void SetFileSystem(Ptr<FileSystem> fileSystem);

    /**
     * @return calls by procedure
     */
    const FileServiceCounters& GetCounters() const;

    /**
     * @return TCP port
     */
    uint16_t GetPort() const;

    /**
     * @return established connections
     */
    std::size_t GetNConnections() const;

    /**
     * Close all connections and take no others.
     */
    void ShutDown();

    /**
     * Restart as after a crash of the server's software: connections break, and what it remembered
     * of clients is lost; the file system stays as it is.
     *
     * @param downTime how long nobody listens
     */
    void Reboot(Time downTime);

    /**
     * TracedCallback signature for a request that arrived.
     *
     * @param procedure its name
     */
    using CallTracedCallback = void (*)(const std::string& procedure);

    /**
     * TracedCallback signature for a reply.
     *
     * @param procedure the name of its procedure
     * @param latency the time since the request arrived
     */
    using ReplyTracedCallback = void (*)(const std::string& procedure, Time latency);

    /**
     * TracedCallback signature for a TCP socket.
     *
     * @param socket the socket, connected to a client
     */
    using SocketTracedCallback = void (*)(Ptr<Socket> socket);

  protected:
    /// Notified of a request to the file system that is complete.
    using Answer = std::function<void(Ptr<FileRequest>)>;

    void DoDispose() override;

    /**
     * @return TCP port of the protocol
     */
    virtual uint16_t GetStandardPort() const = 0;

    /**
     * @return how the protocol delimits messages
     */
    virtual FileServiceFraming GetFraming() const = 0;

    /**
     * A message arrived.
     *
     * @param connection the connection, which is open
     * @param message the message
     */
    virtual void HandleMessage(Ptr<FileServiceConnection> connection,
                               const FileServiceMessage& message) = 0;

    /**
     * A connection is no more.
     *
     * @param connection the connection, closed
     */
    virtual void HandleEnd(Ptr<FileServiceConnection> connection) = 0;

    /**
     * The server begins or ends: forget clients.
     */
    virtual void Restart() = 0;

    /**
     * Have a request of a client served once a thread is free: perhaps from inside this call.
     *
     * @param serve serves it; ends with LeaveThread
     */
    void EnterThread(std::function<void()> serve);

    /**
     * The request is served.
     */
    void LeaveThread();

    /**
     * Submit a request to the file system.
     *
     * @param request the request
     * @param answer called when it is complete
     */
    void Ask(Ptr<FileRequest> request, Answer answer);

    /**
     * @return how much room the file system has
     */
    FileSystemSpace GetSpace() const;

    /**
     * Count and trace a request.
     *
     * @param procedure its name
     */
    void NoteCall(const std::string& procedure);

    /**
     * Count and trace a reply.
     *
     * @param procedure the name of its procedure
     * @param arrived when the request arrived
     */
    void NoteReply(const std::string& procedure, Time arrived);

    /**
     * Close a connection whose client sent something wrong.
     */
    void Drop(Ptr<FileServiceConnection> connection);

    /**
     * @return true if contents are kept
     */
    bool StoresData() const;

  private:
    void StartApplication() override;
    void StopApplication() override;
    void ConnectionMade(Ptr<FileServiceConnection> connection) override;
    void MessageArrived(Ptr<FileServiceConnection> connection,
                        const FileServiceMessage& message) override;
    void ConnectionEnded(Ptr<FileServiceConnection> connection, const std::string& reason) override;

    /**
     * @param socket the socket of a new connection
     * @param from its client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * Close what is open.
     */
    void CloseAll();

    TypeId m_protocol;            //!< socket factory
    uint16_t m_port{0};           //!< where to listen, 0 for the protocol's port
    uint32_t m_threads{0};        //!< most requests served at a time
    bool m_storeData{false};      //!< whether contents are kept
    Ptr<FileSystem> m_fileSystem; //!< what is served
    Ptr<Socket> m_socket;         //!< listens
    EventId m_rebootEvent;        //!< the end of a reboot
    std::vector<Ptr<FileServiceConnection>> m_connections; //!< in order of arrival
    uint32_t m_busyThreads{0};                             //!< requests being served
    std::deque<std::function<void()>> m_waiting;           //!< requests that wait for a thread
    FileServiceCounters m_counters;                        //!< calls by procedure
    TracedCallback<const std::string&> m_callTrace;        //!< a request arrived
    TracedCallback<const std::string&, Time> m_replyTrace; //!< a reply is sent
    TracedCallback<Ptr<Socket>> m_socketTrace;             //!< a connection was accepted
};

} // namespace ns3

#endif /* FILE_SERVICE_SERVER_H */
