/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Stands for the headers of ns-3 when Doxygen reads the project alone: the virtual functions of
 * ns-3's base classes that our classes override, so that these inherit a description. No program
 * includes this file; ns-3's own reference describes the classes.
 */

namespace ns3
{

/** Base class of ns-3: what has attributes. */
class ObjectBase
{
  public:
    virtual TypeId GetInstanceTypeId() const;   ///< @return the type of the object
    virtual void NotifyConstructionCompleted(); ///< Called when all attributes have been set.
};

/** Base class of ns-3: what is counted by references and aggregated. */
class Object : public ObjectBase
{
  protected:
    virtual void DoInitialize(); ///< Called once, when the simulation starts.
    virtual void DoDispose();    ///< Breaks cycles of references; the object is unusable then.
    virtual void NotifyNewAggregate(); ///< Called when another object has been aggregated.
};

/** Base class of ns-3: what runs on a node. */
class Application : public Object
{
  public:
    virtual int64_t AssignStreams(int64_t stream); ///< Gives the random variables fixed streams.
};

/** Base class of ns-3: what is serialised. */
class Chunk : public ObjectBase
{
  public:
    virtual uint32_t Deserialize(Buffer::Iterator start); ///< Reads the object from bytes.
    virtual void Print(std::ostream& os) const;           ///< Writes the object as text.
};

/** Base class of ns-3: a header of a packet. */
class Header : public Chunk
{
  public:
    virtual uint32_t GetSerializedSize() const;           ///< @return the length, in bytes
    virtual void Serialize(Buffer::Iterator start) const; ///< Writes the object as bytes.
};

/** Base class of ns-3: a tag of a packet. */
class Tag : public ObjectBase
{
  public:
    virtual uint32_t GetSerializedSize() const; ///< @return the length, in bytes
    virtual void Serialize(TagBuffer i) const;  ///< Writes the tag as bytes.
    virtual void Deserialize(TagBuffer i);      ///< Reads the tag from bytes.
    virtual void Print(std::ostream& os) const; ///< Writes the tag as text.
};

/** Base class of ns-3: what connects devices. */
class Channel : public Object
{
  public:
    /** @return the number of devices */
    virtual std::size_t GetNDevices() const;
    /** @return a device by its index */
    virtual Ptr<NetDevice> GetDevice(std::size_t i) const;
};

/** Base class of ns-3: an interface of a node. */
class NetDevice : public Object
{
  public:
    /** Sets the index of the device on its node. */
    virtual void SetIfIndex(const uint32_t index);
    /** @return the index of the device on its node */
    virtual uint32_t GetIfIndex() const;
    /** @return the channel */
    virtual Ptr<Channel> GetChannel() const;
    /** Sets the address. */
    virtual void SetAddress(Address address);
    /** @return the address */
    virtual Address GetAddress() const;
    /** Sets the MTU, in bytes. */
    virtual bool SetMtu(const uint16_t mtu);
    /** @return the MTU, in bytes */
    virtual uint16_t GetMtu() const;
    /** @return true if the link is up */
    virtual bool IsLinkUp() const;
    /** Adds what is called when the link goes up or down. */
    virtual void AddLinkChangeCallback(Callback<void> callback);
    /** @return true if the device can broadcast */
    virtual bool IsBroadcast() const;
    /** @return the broadcast address */
    virtual Address GetBroadcast() const;
    /** @return true if the device supports multicast */
    virtual bool IsMulticast() const;
    /** @return the address of a multicast group */
    virtual Address GetMulticast(Ipv4Address multicastGroup) const;
    /** @return the address of a multicast group */
    virtual Address GetMulticast(Ipv6Address addr) const;
    /** @return true if the device is a bridge */
    virtual bool IsBridge() const;
    /** @return true if the link has two ends only */
    virtual bool IsPointToPoint() const;
    /** Sends a packet. */
    virtual bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber);
    /** Sends a packet from a given address. */
    virtual bool SendFrom(Ptr<Packet> packet,
                          const Address& source,
                          const Address& dest,
                          uint16_t protocolNumber);
    /** @return the node */
    virtual Ptr<Node> GetNode() const;
    /** Sets the node. */
    virtual void SetNode(Ptr<Node> node);
    /** @return true if addresses must be resolved */
    virtual bool NeedsArp() const;
    /** Sets what receives packets for this device. */
    virtual void SetReceiveCallback(ReceiveCallback cb);
    /** Sets what receives all packets. */
    virtual void SetPromiscReceiveCallback(PromiscReceiveCallback cb);
    /** @return true if SendFrom() is supported */
    virtual bool SupportsSendFrom() const;
};

/** Base class of ns-3: an event. */
class EventImpl
{
  public:
    /** Executes the event. */
    virtual void Notify();
};

/** Base class of ns-3: reads and writes an attribute. */
class AttributeAccessor
{
  public:
    /** Writes the attribute. */
    virtual bool Set(ObjectBase* object, const AttributeValue& value) const;
    /** Reads the attribute. */
    virtual bool Get(const ObjectBase* object, AttributeValue& attribute) const;
    /** @return true if the attribute can be read */
    virtual bool HasGetter() const;
    /** @return true if the attribute can be written */
    virtual bool HasSetter() const;
};

/** Base class of ns-3: the engine of the simulator. */
class SimulatorImpl : public Object
{
  public:
    /** Runs the events scheduled for the end. */
    virtual void Destroy();
    /** @return true if no event is left */
    virtual bool IsFinished() const;
    /** Ends the simulation. */
    virtual void Stop();
    /** Ends the simulation. */
    virtual EventId Stop(const Time& delay);
    /** Schedules an event after a delay. */
    virtual EventId Schedule(const Time& delay, EventImpl* event);
    /** Schedules an event in the context of a node. */
    virtual void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event);
    /** Schedules an event for the current time. */
    virtual EventId ScheduleNow(EventImpl* event);
    /** Schedules an event for the end. */
    virtual EventId ScheduleDestroy(EventImpl* event);
    /** Removes an event. */
    virtual void Remove(const EventId& id);
    /** Cancels an event. */
    virtual void Cancel(const EventId& id);
    /** @return true if an event has run or was cancelled */
    virtual bool IsExpired(const EventId& id) const;
    /** Runs the simulation. */
    virtual void Run();
    /** @return the current simulated time */
    virtual Time Now() const;
    /** @return the time until an event */
    virtual Time GetDelayLeft(const EventId& id) const;
    /** @return the largest simulated time */
    virtual Time GetMaximumSimulationTime() const;
    /** Sets the scheduler of events. */
    virtual void SetScheduler(ObjectFactory schedulerFactory);
    /** @return the number of the process */
    virtual uint32_t GetSystemId() const;
    /** @return the context of the current event */
    virtual uint32_t GetContext() const;
    /** @return the number of events that have run */
    virtual uint64_t GetEventCount() const;
};

/** Base class of ns-3: creates sockets. */
class SocketFactory : public Object
{
  public:
    /** @return a new socket */
    virtual Ptr<Socket> CreateSocket();
};

/** Base class of ns-3: a socket. */
class Socket : public Object
{
  public:
    /** Opens a connection. */
    virtual int Connect(const Address& address);
    /** Listens for connections. */
    virtual int Listen();
    /** Sends data. */
    virtual int Send(Ptr<Packet> p, uint32_t flags);
    /** @return the number of bytes that can be read */
    virtual uint32_t GetRxAvailable() const;
    /** Reads data. */
    virtual Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags);
};

/** Base class of ns-3: a TCP socket. */
class TcpSocketBase : public Socket
{
  public:
    /** Completes a connection that was accepted. */
    virtual void CompleteFork(Ptr<Packet> p,
                              const TcpHeader& tcpHeader,
                              const Address& fromAddress,
                              const Address& toAddress);
    /** Receives a segment. */
    virtual void DoForwardUp(Ptr<Packet> packet,
                             const Address& fromAddress,
                             const Address& toAddress);
    /** Sends a segment of data. */
    virtual uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck);
    /** Sends a segment without data. */
    virtual void SendEmptyPacket(uint8_t flags);
    /** @return the number of bytes that may be sent */
    virtual uint32_t AvailableWindow() const;
    /** @return a copy of the socket */
    virtual Ptr<TcpSocketBase> Fork();
    /** Receives an acknowledgement. */
    virtual void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader);
    /** Processes an acknowledgement. */
    virtual void ProcessAck(const SequenceNumber32& ackNumber,
                            bool scoreboardUpdated,
                            uint32_t currentDelivered,
                            const SequenceNumber32& oldHeadSequence,
                            bool receivedData);
    /** Receives data. */
    virtual void ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader);
    /** Measures the round-trip time. */
    virtual void EstimateRtt(const TcpHeader& tcpHeader);
    /** Notes when a segment was sent. */
    virtual void UpdateRttHistory(const SequenceNumber32& seq, uint32_t sz, bool isRetransmission);
    /** Processes an acknowledgement of new data. */
    virtual void NewAck(const SequenceNumber32& seq, bool resetRTO);
    /** Processes the retransmission timeout. */
    virtual void ReTxTimeout();
    /** Sends a delayed acknowledgement. */
    virtual void DelAckTimeout();
    /** Probes a closed window. */
    virtual void PersistTimeout();
};

/** Base class of ns-3: a congestion control. */
class TcpCongestionOps : public Object
{
  public:
    /** @return the name of the algorithm */
    virtual std::string GetName() const;
    /** Prepares a connection. */
    virtual void Init(Ptr<TcpSocketState> tcb);
    /** @return the slow start threshold after a loss, in bytes */
    virtual uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight);
    /** Increases the congestion window. */
    virtual void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked);
    /** Notifies of acknowledged segments. */
    virtual void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt);
    /** Notifies of a change of the congestion state. */
    virtual void CongestionStateSet(Ptr<TcpSocketState> tcb,
                                    const TcpSocketState::TcpCongState_t newState);
    /** Notifies of an event of congestion. */
    virtual void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event);
    /** @return true if CongControl() replaces the other functions */
    virtual bool HasCongControl() const;
    /** Controls rate and window. */
    virtual void CongControl(Ptr<TcpSocketState> tcb,
                             const TcpRateOps::TcpRateConnection& rc,
                             const TcpRateOps::TcpRateSample& rs);
    /** @return a copy of the algorithm */
    virtual Ptr<TcpCongestionOps> Fork();
};

/** Base class of ns-3: estimates the round-trip time. */
class RttEstimator : public Object
{
  public:
    /** Adds a measurement. */
    virtual void Measurement(Time t);
    /** @return a copy of the estimator */
    virtual Ptr<RttEstimator> Copy() const;
};

/** Base class of ns-3: a transport protocol. */
class IpL4Protocol : public Object
{
  public:
    /** @return the protocol number */
    virtual int GetProtocolNumber() const;
    /** Receives a segment. */
    virtual RxStatus Receive(Ptr<Packet> p,
                             const Ipv4Header& header,
                             Ptr<Ipv4Interface> incomingInterface);
    /** Receives a segment. */
    virtual RxStatus Receive(Ptr<Packet> p,
                             const Ipv6Header& header,
                             Ptr<Ipv6Interface> incomingInterface);
    /** Receives an ICMP message. */
    virtual void ReceiveIcmp(Ipv4Address icmpSource,
                             uint8_t icmpTtl,
                             uint8_t icmpType,
                             uint8_t icmpCode,
                             uint32_t icmpInfo,
                             Ipv4Address payloadSource,
                             Ipv4Address payloadDestination,
                             const uint8_t payload[8]);
    /** Receives an ICMP message. */
    virtual void ReceiveIcmp(Ipv6Address icmpSource,
                             uint8_t icmpTtl,
                             uint8_t icmpType,
                             uint8_t icmpCode,
                             uint32_t icmpInfo,
                             Ipv6Address payloadSource,
                             Ipv6Address payloadDestination,
                             const uint8_t payload[8]);
    /** Sets what sends segments over IPv4. */
    virtual void SetDownTarget(DownTargetCallback cb);
    /** Sets what sends segments over IPv6. */
    virtual void SetDownTarget6(DownTargetCallback6 cb);
    /** @return what sends segments over IPv4 */
    virtual DownTargetCallback GetDownTarget() const;
    /** @return what sends segments over IPv6 */
    virtual DownTargetCallback6 GetDownTarget6() const;
};

/** Base class of ns-3: the value of an attribute with names for its values. */
template <typename T>
class EnumValue
{
  public:
    /** @return a copy of the value */
    virtual Ptr<AttributeValue> Copy() const;
};

/** Base class of ns-3: checks an attribute with names for its values. */
template <typename T>
class EnumChecker
{
  public:
    /** @return a new value */
    virtual Ptr<AttributeValue> Create() const;
};

/** Base class of ns-3: estimates the round-trip time by mean and deviation. */
class RttMeanDeviation : public RttEstimator
{
};

} // namespace ns3
