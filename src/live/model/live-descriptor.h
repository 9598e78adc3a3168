/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_DESCRIPTOR_H
#define LIVE_DESCRIPTOR_H

#include "live-frame.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <string>

namespace ns3
{

/**
 * @ingroup live
 *
 * A file descriptor of which each read is an Ethernet frame and each write sends one: a TAP device,
 * a packet socket or one end of a pair of sockets. It never blocks, and is closed with the object.
 */
class LiveDescriptor : public SimpleRefCount<LiveDescriptor>
{
  public:
    /// What became of a frame.
    enum class Result
    {
        DONE,    //!< it was read or sent
        FULL,    //!< there is none to read, or no room for it
        REFUSED, //!< an error, such as a link that is down
        CLOSED   //!< there will be no more
    };

    /**
     * Open a TAP device, which is made if there is none of this name.
     *
     * @param name of the network interface that has the other end
     * @return its descriptor
     * @throw UserError if it cannot be opened
     */
    static Ptr<LiveDescriptor> OpenTap(const std::string& name);

    /**
     * Open a packet socket that takes all frames of a network interface, such as the end of a veth
     * pair.
     *
     * @param name of the network interface
     * @return its descriptor
     * @throw UserError if it cannot be opened
     */
    static Ptr<LiveDescriptor> OpenInterface(const std::string& name);

    /**
     * Take a descriptor that is open: a TAP device, or a socket that keeps frames apart
     * (SOCK_SEQPACKET, SOCK_DGRAM).
     *
     * @param fd the descriptor, which is this object's from now on
     * @return the same
     * @throw UserError if it is not open
     */
    static Ptr<LiveDescriptor> Adopt(int fd);

    ~LiveDescriptor();

    LiveDescriptor(const LiveDescriptor&) = delete;
    LiveDescriptor& operator=(const LiveDescriptor&) = delete;

    /**
     * @return the descriptor
     */
    int Get() const;

    /**
     * @return whether the kernel takes partial checksums and trains of TCP segments
     */
    bool HasOffload() const;

    /**
     * Set whether the kernel may hand trains of TCP segments over. It decides itself if it is no
     * TAP device.
     *
     * @param isWanted whether it may
     * @throw UserError if the kernel cannot
     */
    void SetSegmentOffload(bool isWanted);

    /**
     * @param frame becomes what is read
     * @return DONE, FULL if there is nothing now, REFUSED or CLOSED
     */
    Result Read(LiveFrame& frame);

    /**
     * @param frame what to send
     * @return DONE, FULL, REFUSED or CLOSED
     */
    Result Write(const LiveFrame& frame);

  private:
    /// What is at the other end.
    enum class Kind
    {
        TAP,    //!< a TAP device, with virtio headers
        PACKET, //!< a packet socket, with virtio headers
        SOCKET  //!< a socket, without
    };

    /**
     * @param fd the descriptor
     * @param kind what it is
     * @param name for messages
     */
    LiveDescriptor(int fd, Kind kind, const std::string& name);

    /**
     * Throw if a call failed.
     *
     * @param result of the call, below 0 if it failed
     * @param what cannot be done, for the message
     */
    void Check(int result, const std::string& what) const;

    /// Let frames of a TAP device have the shortest virtio header.
    void SetUpTap();

    /**
     * Let a packet socket take the frames of an interface.
     *
     * @param index of the interface
     */
    void SetUpPacketSocket(int index);

    int m_fd;           //!< the descriptor
    Kind m_kind;        //!< what it is
    std::string m_name; //!< for messages
};

} // namespace ns3

#endif /* LIVE_DESCRIPTOR_H */
