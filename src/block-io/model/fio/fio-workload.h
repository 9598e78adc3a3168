/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_WORKLOAD_H
#define FIO_WORKLOAD_H

#include "fio-addresses.h"
#include "fio-barrier.h"
#include "fio-files.h"
#include "fio-job.h"
#include "fio-pace.h"
#include "fio-written.h"

#include "ns3/block-workload.h"
#include "ns3/event-id.h"
#include "ns3/request-size.h"

#include <array>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * One clone of a fio job. Its devices are the job's files: requests go to them in turn, and size is
 * divided among them.
 *
 * It keeps iodepth requests going, but for what the job says of rates, pauses, flushes, batches and
 * reading back. What it does next is decided by Advance, after each request, each completion and
 * each wait.
 */
class FioWorkload : public BlockWorkload
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the job. Called once, before it starts.
     *
     * @param job the job
     */
    void SetJob(const FioJob& job);

    /**
     * @return the job
     */
    const FioJob& GetJob() const;

    /**
     * Begin only when others have ended. Called before it starts.
     *
     * @param barrier what they take part in
     */
    void WaitFor(Ptr<FioBarrier> barrier);

    /**
     * Take part in what others wait for. Called before it starts.
     *
     * @param barrier what they wait for
     */
    void TakePartIn(Ptr<FioBarrier> barrier);

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    bool IsClosedLoop() const override;
    bool HasNext() const override;
    bool IsWaiting() const override;
    NextRequest MakeNext() override;
    Time GetNextTime() override;
    void PrepareRequest(BlockRequest& request, uint32_t device) override;
    void NoteCompletion(const BlockRequest& request) override;
    void CallWhenAdmitted(Callback<void> callback) override;
    void NoteBegin() override;
    void NoteFinish() override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;

  private:
    /// What the next request is for.
    enum class Action : uint8_t
    {
        NONE,   //!< there is none now
        WORK,   //!< what the job is about
        VERIFY, //!< reading back
        SYNC    //!< a flush
    };

    /**
     * Decide what comes next, if anything may come now.
     */
    void Advance();

    /**
     * @return false while requests must complete or time must pass before the next request
     */
    bool MayIssue();

    /**
     * @return what to do now
     */
    Action ChooseAction();

    /**
     * All requests of a pass have completed.
     *
     * @return what to do now
     */
    Action EndPass();

    /**
     * @return true if the current pass has another request
     */
    bool HasWork() const;

    /**
     * The time of the job is up.
     */
    void EndTime();

    /**
     * @return requests that have not completed
     */
    uint64_t GetInFlight() const;

    /**
     * Come back at a time.
     *
     * @param time the time since the job began
     */
    void WaitUntil(Time time);

    /**
     * A wait is over.
     */
    void Wake();

    /**
     * A request of the job counts for its pauses.
     */
    void CountForThinkTime();

    /**
     * A write of the job is made: flushes and reading back may be due.
     *
     * @param device number of its device
     * @param request the write
     */
    void NoteWrite(uint32_t device, const BlockRequest& request);

    /**
     * @return the next request of what the job is about
     */
    NextRequest MakeWork();

    FioJob m_job;                              //!< what it is
    std::unique_ptr<FioFiles> m_layout;        //!< where its files are
    std::vector<FioFile> m_files;              //!< the files
    std::unique_ptr<FioAddresses> m_addresses; //!< where its requests go
    std::unique_ptr<FioPace> m_pace;           //!< which are due
    std::array<Ptr<RequestSize>, 2> m_sizes;   //!< how long reads and writes are
    FioWritten m_written;                      //!< what is to be read back
    std::vector<Ptr<FioBarrier>> m_waitsFor;   //!< others that end before it begins
    std::vector<Ptr<FioBarrier>> m_partOf;     //!< what others wait for
    Action m_action{Action::NONE};             //!< what the next request is for
    bool m_isBegun{false};                     //!< true once it has begun
    bool m_isDone{false};                      //!< true if nothing more will come
    bool m_isTimeUp{false};                    //!< true after the job's time
    bool m_isDraining{false};                  //!< true until nothing is outstanding
    bool m_isThinking{false};                  //!< true if a pause follows that
    bool m_isReadingBack{false};               //!< true while outstanding requests read back
    bool m_isFilled{false};                    //!< true after iodepth requests, until it refills
    bool m_isSyncDue{false};                   //!< true if a flush comes before the next request
    Time m_resume;                             //!< no request before this time
    Time m_lastThink;                          //!< when the last pause ended
    uint64_t m_thinkCount{0};                  //!< requests since then
    uint64_t m_limit{0};                       //!< bytes of a pass
    uint64_t m_bytes{0};                       //!< bytes made in this pass
    uint64_t m_made{0};                        //!< requests made, but for flushes and reading back
    uint64_t m_writes{0};                      //!< writes among them
    uint32_t m_pass{0};                        //!< number of the pass
    uint32_t m_syncDevice{0};                  //!< device of the next flush
    uint32_t m_endSyncs{0};                    //!< flushes at the end
    EventId m_wake;                            //!< the end of a wait
    EventId m_timeUp;                          //!< the end of the job's time
};

} // namespace ns3

#endif /* FIO_WORKLOAD_H */
