/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_SIMULATOR_IMPL_H
#define LIVE_SIMULATOR_IMPL_H

#include "live-descriptor-watch.h"
#include "live-lag.h"

#include "ns3/callback.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <list>

namespace ns3
{

/**
 * @ingroup live
 *
 * A simulator that executes each event at its time by the wall clock, from when Run is first
 * called. While nothing is due it sleeps, until the next event or until a descriptor is ready;
 * the descriptor's handler runs in the simulation, at the time at which this is seen. There is one
 * thread and no lock.
 *
 * An event that is late is executed none the less, after those that were to come before it, and its
 * lag is counted. Descriptors are looked at meanwhile, after so many events each time. Handlers
 * never run at a time beyond the next event's, so time never goes back.
 *
 * Run ends with Stop, or when there are no events and no descriptors.
 */
class LiveSimulatorImpl : public SimulatorImpl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Make this the simulator of the program. To be called before anything uses the simulator.
     */
    static void Select();

    /**
     * @return the simulator of the program, null if it is another class
     */
    static Ptr<LiveSimulatorImpl> Get();

    LiveSimulatorImpl();
    ~LiveSimulatorImpl() override;

    /**
     * Call a handler whenever a descriptor can be read, or is at its end; or whenever it can be
     * written.
     *
     * @param fd the descriptor, which remains the caller's; not added yet for that
     * @param handler reads or writes it without blocking; it may add and remove descriptors
     * @param context node in whose context it runs
     * @param readiness what to wait for
     */
    void AddDescriptor(int fd,
                       Callback<void> handler,
                       uint32_t context = Simulator::NO_CONTEXT,
                       LiveReadiness readiness = LiveReadiness::READABLE);

    /**
     * Forget a descriptor, before it is closed.
     *
     * @param fd the descriptor; without effect if it was not added
     * @param readiness what it was added for
     */
    void RemoveDescriptor(int fd, LiveReadiness readiness = LiveReadiness::READABLE);

    /**
     * @return how late events were
     */
    LiveLag& GetLag();

    /**
     * @return time of the wall clock, as simulated time; that of the simulation while it does not
     *         run
     */
    Time GetWallTime() const;

    /**
     * Find out in a handler when its descriptor could be read. While events are late that is later
     * than now: what was read belongs to then, after the events that are still to come before.
     *
     * @return time of the wall clock when descriptors were looked at, now or later
     */
    Time GetPollTime() const;

    // What SimulatorImpl asks for.
    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    EventId Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    uint64_t GetEventCount() const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param context node of the event
     * @param delay from now, 0 or more
     * @param event what to do
     * @return key of the event, in the scheduler
     */
    Scheduler::EventKey Insert(uint32_t context, const Time& delay, EventImpl* event);

    /// Execute what is due, or wait until something is.
    void Step();

    /**
     * Execute the next event.
     *
     * @param wall time of the wall clock
     */
    void ExecuteNext(Time wall);

    /**
     * Look at the descriptors, and let the handlers run of those that can be read.
     *
     * @param patience longest time to wait, below 0 for ever
     */
    void Poll(Time patience);

    /**
     * @return time of the next event; there must be one
     */
    Time GetNext() const;

    /// Let time pass until now by the wall clock, but not beyond the next event.
    void CatchUp();

    /**
     * @param id an event that is executed when the simulator is destroyed
     * @return where it is in the list, the end if it is not
     */
    std::list<EventId>::const_iterator FindDestroyEvent(const EventId& id) const;

    Ptr<Scheduler> m_events;            //!< what will happen
    std::list<EventId> m_destroyEvents; //!< what happens at the end of the simulator
    LiveDescriptorWatch m_descriptors;  //!< descriptors and their handlers
    LiveLag m_lag;                      //!< how late events were
    uint32_t m_pollInterval;            //!< events between looks at the descriptors
    uint32_t m_eventsSincePoll{0};      //!< events since the last look
    int64_t m_origin{0};                //!< monotonic clock at time 0, ns
    Time m_pollTime;                    //!< time of the wall clock at the last look
    uint64_t m_now{0};                  //!< time of the simulation, time steps
    uint32_t m_nextUid;                 //!< number of the next event
    uint32_t m_currentUid;              //!< number of the event that is executed
    uint32_t m_context;                 //!< node in whose context it is executed
    uint64_t m_eventCount{0};           //!< events executed
    bool m_isRunning{false};            //!< whether Run has been called and not returned
    bool m_isStopped{false};            //!< whether Run shall return
};

} // namespace ns3

#endif /* LIVE_SIMULATOR_IMPL_H */
