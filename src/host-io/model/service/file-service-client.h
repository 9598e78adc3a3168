/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_CLIENT_H
#define FILE_SERVICE_CLIENT_H

#include "file-service-connection.h"
#include "file-service-counters.h"

#include "ns3/event-id.h"
#include "ns3/file-system.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * A file system whose files are on a server, whatever the protocol: the part that keeps one TCP
 * connection to the server. If the connection is lost or cannot be made, it is made again after a
 * delay, a number of times; then the client gives up until the next request.
 */
class FileServiceClient : public FileSystem, public FileServiceConnectionOwner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ~FileServiceClient() override;

    /// What a client's connection is doing.
    enum class State : uint8_t
    {
        IDLE,       //!< there is none, and nobody asks for one: not mounted yet, or given up
        CONNECTING, //!< TCP connects
        MOUNTING,   //!< it is established, and the file system is not mounted yet
        MOUNTED,    //!< it is established
        WAITING     //!< it is lost, and will be made again
    };

    /**
     * @param state a state
     * @return its name in capital letters, such as "MOUNTED"
     */
    static const char* GetStateName(State state);

    /**
     * @return what the connection is doing
     */
    State GetState() const;

    bool IsReady() const override;

    /**
     * @param node the client's node
     * @param server the server's address and port
     */
    void SetUp(Ptr<Node> node, const Address& server);

    /**
     * Connect to the server and mount its file system. The file system is ready when that is done.
     */
    void Mount();

    /**
     * Close the connection to the server. Requests that are not complete fail; the next one, or
     * Mount, connects again.
     */
    void Unmount();

    /**
     * @return the server's address and port
     */
    const Address& GetServer() const;

    /**
     * @return calls by procedure
     */
    const FileServiceCounters& GetCounters() const;

    /**
     * @return the first thing that went wrong, in words: why the file system could not be mounted,
     *         an error of the server that no program expects, or a connection that could not be
     *         made again; empty if nothing did
     */
    const std::string& GetFault() const;

    /**
     * TracedCallback signature for a request that is sent.
     *
     * @param procedure its name
     */
    using CallTracedCallback = void (*)(const std::string& procedure);

    /**
     * TracedCallback signature for a reply.
     *
     * @param procedure the name of its procedure
     * @param latency the time since the request was issued; waiting for a slot counts
     */
    using ReplyTracedCallback = void (*)(const std::string& procedure, Time latency);

    /**
     * TracedCallback signature for a TCP socket.
     *
     * @param socket the socket, not connected yet
     */
    using SocketTracedCallback = void (*)(Ptr<Socket> socket);

    /**
     * TracedCallback signature for a server that cannot be used.
     *
     * @param reason why, in words
     */
    using GivenUpTracedCallback = void (*)(const std::string& reason);

  protected:
    void DoDispose() override;

    /**
     * @return how the protocol delimits messages
     */
    virtual FileServiceFraming GetFraming() const = 0;

    /**
     * The connection is established: log in, or continue.
     */
    virtual void HandleConnected() = 0;

    /**
     * A message arrived.
     */
    virtual void HandleMessage(const FileServiceMessage& message) = 0;

    /**
     * The connection is lost; another will be tried.
     *
     * @param reason why, in words
     */
    virtual void HandleLost(const std::string& reason) = 0;

    /**
     * No connection can be made: what waits for one is to fail.
     */
    virtual void HandleGivenUp() = 0;

    /**
     * The file system is mounted.
     */
    void SetMounted();

    /**
     * The file system cannot be mounted: close the connection, and make no other.
     *
     * @param reason why, in words
     */
    void FailMount(const std::string& reason);

    /**
     * Keep what went wrong, if it is the first thing that did.
     *
     * @param fault what went wrong, in words
     */
    void NoteFault(const std::string& fault);

    /**
     * @return a new TCP socket of the client's node
     */
    Ptr<Socket> MakeSocket();

    /**
     * Make a connection unless there is one, or one is being made.
     */
    void NeedConnection();

    /**
     * Give the connection up, as if it were lost.
     *
     * @param reason why, as text
     */
    void LoseConnection(const std::string& reason);

    /**
     * @return the connection, null unless it is established
     */
    Ptr<FileServiceConnection> GetConnection() const;

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
     * @param issued when the request was issued
     */
    void NoteReply(const std::string& procedure, Time issued);

    /**
     * @return true if contents are kept
     */
    bool StoresData() const;

  private:
    void ConnectionMade(Ptr<FileServiceConnection> connection) override;
    void MessageArrived(Ptr<FileServiceConnection> connection,
                        const FileServiceMessage& message) override;
    void ConnectionEnded(Ptr<FileServiceConnection> connection, const std::string& reason) override;

    /**
     * Make a connection.
     */
    void Connect();

    TypeId m_protocol;                       //!< socket factory
    Time m_reconnectDelay;                   //!< from the loss of a connection to the next try
    uint32_t m_reconnectAttempts{0};         //!< tries before the client gives up
    bool m_storeData{false};                 //!< whether contents are kept
    Ptr<Node> m_node;                        //!< the client's node
    Address m_server;                        //!< the server's address and port
    Ptr<FileServiceConnection> m_connection; //!< the connection, null if there is none
    bool m_isConnected{false};               //!< whether it is established
    bool m_isMounted{false};                 //!< whether the file system was mounted
    uint32_t m_attempts{0};                  //!< tries since the server answered last
    EventId m_reconnectEvent;                //!< the next try
    FileServiceCounters m_counters;          //!< calls by procedure
    TracedCallback<const std::string&> m_callTrace;        //!< a request is sent
    TracedCallback<const std::string&, Time> m_replyTrace; //!< a reply arrived
    TracedCallback<Ptr<Socket>> m_socketTrace;             //!< a connection has a socket
    std::string m_fault;                                   //!< the first thing that went wrong
    TracedCallback<const std::string&> m_givenUpTrace;     //!< the server cannot be used
};

/**
 * @ingroup host-io-service
 *
 * @param path an absolute path
 * @return its parts, in order; none for the root
 */
std::vector<std::string> SplitFilePath(const std::string& path);

/**
 * @ingroup host-io-service
 *
 * @param path a path
 * @return OK if file services take it: it is absolute, its parts have at most 255 bytes and none is
 *         "." or ".."
 */
FileStatus CheckFilePath(const std::string& path);

} // namespace ns3

#endif /* FILE_SERVICE_CLIENT_H */
