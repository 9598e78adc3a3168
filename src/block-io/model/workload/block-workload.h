/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_WORKLOAD_H
#define BLOCK_WORKLOAD_H

#include "ns3/application.h"
#include "ns3/block-device.h"
#include "ns3/block-request.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * An application that issues block requests to one or several devices.
 *
 * This class does the pacing. A closed loop keeps QueueDepth requests outstanding; each slot issues
 * its next request one think time after its last one completed. An open loop issues requests at
 * given times, however many are outstanding. A subclass chooses the kind of loop and the requests.
 *
 * The workload starts StartDelay after the application was started and every device is ready; all
 * its times count from there. Requests issued within RampTime count in no results. RunTime after
 * that, or at the stop time, it stops issuing requests; outstanding ones still complete. It is
 * finished when all requests have completed and no more will be issued.
 *
 * In a closed loop, a slot whose request ended on a device that is no longer ready waits until that
 * device is ready again. If a device fails permanently (BlockIoPermanentFailure), the workload
 * issues no more requests and ends, or does not start.
 */
class BlockWorkload : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Add a device. Devices are numbered from 0 in the order in which they are added.
     *
     * @param device the device; it is added before the application starts
     */
    void AddDevice(Ptr<BlockDevice> device);

    /**
     * @return number of devices
     */
    uint32_t GetNDevices() const;

    /**
     * @param index the number of a device, below GetNDevices()
     * @return the device
     */
    Ptr<BlockDevice> GetDevice(uint32_t index) const;

    /**
     * Find the mistakes of the user's configuration now, rather than when the simulation runs.
     * What depends on the capacity of a device that is not ready yet is found when it is. Called
     * by the helper, and by the workload before its first request.
     *
     * @throw UserError naming the attribute, or the file and line, at fault
     */
    void CheckConfiguration();

    /**
     * @return what a user should know of the configuration, a line each; complete once it was
     *         checked
     */
    virtual std::vector<std::string> GetNotes() const;

    /**
     * Give each request a timeline from now on, or none.
     *
     * @param record true while something records
     */
    void SetRecordTimelines(bool record);

    /**
     * @return number of requests issued
     */
    uint64_t GetIssued() const;

    /**
     * @return number of requests completed, with whatever status
     */
    uint64_t GetCompleted() const;

    /**
     * @return which share of it is done, 0 to 1, by Count or by RunTime; nothing if neither is a
     *         limit
     */
    std::optional<double> GetShareDone() const;

    /**
     * @return true when nothing more will be issued and everything issued has completed
     */
    bool IsFinished() const;

    /**
     * TracedCallback signature for a request issued or completed.
     *
     * @param request the request
     * @param device the number of its device in this workload
     */
    using RequestTracedCallback = void (*)(Ptr<const BlockRequest> request, uint32_t device);

    /**
     * TracedCallback signature for the end of a workload.
     */
    using FinishedTracedCallback = void (*)();

  protected:
    /// What to issue next.
    struct NextRequest
    {
        BlockOperation operation{BlockOperation::READ}; //!< what to do
        uint32_t device{0};                             //!< number of the device
        uint64_t lba{0};                                //!< the first block
        uint32_t blocks{0};                             //!< number of blocks, in the device's size
        Time think; //!< closed loop: from its completion to the next issue
    };

    void DoInitialize() override;
    void DoDispose() override;

    /**
     * @return true for a closed loop, false for an open one
     */
    virtual bool IsClosedLoop() const = 0;

    /**
     * @return true if the subclass has another request. In a closed loop it may have none for a
     *         while, until all that are outstanding have completed.
     */
    virtual bool HasNext() const = 0;

    /**
     * Make the next request. Called only while HasNext().
     *
     * @return what to issue now
     */
    virtual NextRequest MakeNext() = 0;

    /**
     * @return true if the subclass may have a request at a later time, although nothing is
     *         outstanding: it then calls Resume
     */
    virtual bool IsWaiting() const;

    /**
     * Define when the workload may begin, besides StartDelay.
     *
     * @param callback called once, when it may: from inside this call if it may now
     */
    virtual void CallWhenAdmitted(Callback<void> callback);

    /**
     * The workload begins: its time counts from now.
     */
    virtual void NoteBegin();

    /**
     * The workload is finished.
     */
    virtual void NoteFinish();

    /**
     * Open loop: say when the next request is due. Called once for each, before it is made.
     *
     * @return its time after the beginning; one that is past means now
     */
    virtual Time GetNextTime() = 0;

    /**
     * A request is about to be submitted: the subclass may give it contents and ask for more.
     *
     * @param request the request
     * @param device the number of its device
     */
    virtual void PrepareRequest(BlockRequest& request, uint32_t device);

    /**
     * A request completed, with whatever status. Called before it is asked for another.
     *
     * @param request the request
     */
    virtual void NoteCompletion(const BlockRequest& request);

    /**
     * Issue requests from free slots of a closed loop, and finish if nothing is left to do. Called
     * after each completion; and by a subclass that had no request and has one again, or has no
     * more, at another time.
     */
    void Resume();

    /**
     * @return the time since the workload began
     */
    Time GetElapsed() const;

    /**
     * Check everything that does not depend on a device's capacity.
     *
     * @throw UserError naming the attribute, or the file and line, at fault
     */
    virtual void CheckAttributes() = 0;

    /**
     * Check what depends on a device's capacity.
     *
     * @param index the number of a device that is ready
     * @throw UserError naming the attribute, or the file and line, at fault
     */
    virtual void CheckDevice(uint32_t index) = 0;

    /**
     * Start an error message with what the user knows the workload by.
     *
     * @param text what is wrong
     * @throw UserError always, naming the class and what is wrong
     */
    [[noreturn]] void Reject(const std::string& text) const;

  private:
    /// A slot for one outstanding request.
    struct Slot
    {
        BlockRequest::Completion completion; //!< made once, with the number of the slot
        uint32_t device{0};                  //!< device of the request
        Time think;                          //!< from its completion to the next issue
        EventId event;                       //!< closed loop: the next issue
    };

    void StartApplication() override;
    void StopApplication() override;

    /**
     * End when a device fails permanently.
     *
     * @param device the device
     */
    void FollowFailure(const BlockDevice& device);

    /**
     * A device became ready; begin if it was the last.
     */
    void DeviceReady();

    /**
     * StartDelay is over: begin when the subclass may.
     */
    void Admit();

    /**
     * Begin to issue.
     */
    void Begin();

    /**
     * @return true while a request may be issued now
     */
    bool CanIssue() const;

    /**
     * @return the number of a slot that is free
     */
    uint32_t AcquireSlot();

    /**
     * Open loop: wait for the next request's time.
     */
    void ScheduleArrival();

    /**
     * Open loop: the next request's time has come.
     */
    void Arrive();

    /**
     * Closed loop: issue the next request, if there is one.
     *
     * @param slot the slot that is to hold it
     */
    void IssueFromSlot(uint32_t slot);

    /**
     * Issue the next request.
     *
     * @param slot the slot that holds it
     */
    void Issue(uint32_t slot);

    /**
     * A request completed.
     *
     * @param slot its slot
     * @param request the request
     */
    void Completed(uint32_t slot, Ptr<BlockRequest> request);

    /**
     * Closed loop: wait for the slot's think time.
     *
     * @param slot the slot
     */
    void Think(uint32_t slot);

    /**
     * Tell that the workload is finished, if it is and did not say so.
     */
    void FinishIfDone();

    std::vector<Ptr<BlockDevice>> m_devices; //!< the devices, by number
    uint32_t m_queueDepth;                   //!< closed loop: requests kept going
    uint64_t m_count;                        //!< most requests to issue; 0 is no limit
    Time m_startDelay;                       //!< from ready to the beginning
    Time m_rampTime;                         //!< from the beginning to the first that counts
    Time m_runTime;                          //!< from there to the end; 0 is no limit
    bool m_recordTimelines{false};           //!< true while something records
    bool m_stopped{false};                   //!< true after the stop time
    bool m_finished{false};                  //!< true once finished
    uint32_t m_notReady{0};                  //!< devices waited for
    uint64_t m_issued{0};                    //!< requests issued
    uint64_t m_completed{0};                 //!< requests completed
    Time m_begin;                            //!< when the workload began
    EventId m_arrivalEvent;                  //!< the beginning; open loop: the next arrival
    EventId m_endEvent;                      //!< the end of RunTime
    std::vector<Slot> m_slots;               //!< as many as were ever outstanding at once
    std::vector<uint32_t> m_freeSlots;       //!< numbers of the free ones
    TracedCallback<Ptr<const BlockRequest>, uint32_t> m_issueTrace;    //!< a request was issued
    TracedCallback<Ptr<const BlockRequest>, uint32_t> m_completeTrace; //!< a request completed
    TracedCallback<Ptr<const BlockRequest>, uint32_t> m_measureTrace;  //!< one that counts did
    TracedCallback<> m_finishedTrace;                                  //!< the workload finished
};

} // namespace ns3

#endif /* BLOCK_WORKLOAD_H */
