/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_FLASH_H
#define SSD_FLASH_H

#include "ssd-bus.h"
#include "ssd-die.h"
#include "ssd-read-times.h"
#include "ssd-stripe.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ssd-parameters.h"
#include "ns3/ssd-translation-layer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-flash
 *
 * Dies and channels: reads, programs and garbage collection in time.
 *
 * A read is reserved at once on its die and channel. Each die does one program, one step of a
 * collection or one erase at a time; the translation layer says when it collects, and collections
 * keep pace with the programs of the host: after each program, as many units are moved as free the
 * slots that it took. A stripe goes to the SLC cache of its die if that has room. When no stripe
 * was to be programmed for some time, dies fold what is there.
 */
class SsdFlash
{
  public:
    /// Called when a stripe is programmed, and with an empty one when a die has room again.
    using Programmed = std::function<void(const SsdStripe& stripe)>;

    /**
     * @param parameters of the drive
     * @param policy of garbage collection
     * @param programmed called for each stripe
     * @throw UserError if the drive could not be written
     */
    SsdFlash(const SsdParameters& parameters, Ptr<SsdVictimPolicy> policy, Programmed programmed);
    ~SsdFlash();

    SsdFlash(const SsdFlash&) = delete;
    SsdFlash& operator=(const SsdFlash&) = delete;

    /**
     * Give the random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return where the units are
     */
    SsdTranslationLayer& GetTranslation();

    /// The steps of the page of a read that comes last to the controller.
    struct Page
    {
        Time begun;  //!< its die is free for it
        Time sensed; //!< its cells are read
        Time read;   //!< its last unit has passed its channel
    };

    /**
     * Read units.
     *
     * @param slots where they are, put in order by this call
     * @param earliest when the first read can begin
     * @return the last page; all is at the earliest time if there are no units
     */
    Page Read(std::vector<uint32_t>& slots, Time earliest);

    /**
     * @return a die that takes a stripe now, each in its turn; none if all are busy
     */
    std::optional<uint32_t> FindDie() const;

    /**
     * Program a stripe. Its units are found in their new slots at once.
     *
     * @param number of a die, as FindDie gives it
     * @param stripe the stripe, at least one unit
     */
    void Program(uint32_t number, SsdStripe stripe);

    /**
     * @return when the last program, collection or erase ended; the present if there is one, or if
     *         the SLC cache is about to be looked at
     */
    Time GetWorkEnd() const;

    /**
     * Stop, as without power: dies and channels are free, no incomplete stripe is called back.
     */
    void Stop();

    /**
     * Go on with collections and folding that were stopped, and begin those that are due: a die may
     * take no stripe before.
     */
    void Resume();

  private:
    /// What a die does.
    enum class Work : uint8_t
    {
        NONE,    //!< nothing but reads
        PROGRAM, //!< programs a stripe
        MOVE,    //!< moves units of the block that it collects or folds
        ERASE,   //!< erases the block that it collects
        END_FOLD //!< erases the block that it folds
    };

    /// A die and what waits for it.
    struct Die
    {
        /**
         * @param parameters of the drive
         */
        explicit Die(const SsdParameters& parameters)
            : die(parameters.canSuspend, parameters.suspendTime)
        {
        }

        SsdDie die;                      //!< when it reads and writes
        Work work{Work::NONE};           //!< what it does
        EventId end;                     //!< end of that
        std::optional<SsdStripe> stripe; //!< what it programs or will program next
        bool isToSlc{false};             //!< whether that goes to the SLC cache
        double owed{0};                  //!< units to move before the next program
        uint32_t moved{0};               //!< units moved and not programmed yet
    };

    /**
     * @param number of a die
     * @return its channel
     */
    SsdBus& GetChannel(uint32_t number);

    /**
     * Begin what a die is to do next, if it does nothing.
     *
     * @param number of the die
     */
    void BeginWork(uint32_t number);

    /**
     * @param number of a die
     * @return true if it is to collect before it programs
     */
    bool IsToCollect(uint32_t number) const;

    /**
     * Begin an operation that can be interrupted.
     *
     * @param number of the die
     * @param work what it is
     * @param begin when the die begins
     * @param duration without interruptions
     */
    void Begin(uint32_t number, Work work, Time begin, Time duration);

    /**
     * Begin to program the stripe of a die.
     *
     * @param number of the die
     */
    void BeginProgram(uint32_t number);

    /**
     * @param number of a die
     * @return true if it is to fold, as nothing else is to be done
     */
    bool IsToFold(uint32_t number) const;

    /**
     * Begin to move the next units of the block that a die collects, or to erase it.
     *
     * @param number of the die
     */
    void BeginCollecting(uint32_t number);

    /**
     * Begin to fold the next units of the SLC cache, or to erase the block where they were.
     *
     * @param number of the die
     */
    void BeginFolding(uint32_t number);

    /**
     * Begin to move units: to read their pages, to send them over the channel and back, and to
     * program them once they fill a stripe.
     *
     * @param number of the die
     * @param units how many
     * @param reading how long it takes to read the pages
     */
    void BeginMove(uint32_t number, uint32_t units, Time reading);

    /**
     * Let dies fold if no stripe has come for so long, or look again later.
     */
    void LookIdle();

    /**
     * An operation ends, if nothing has interrupted it.
     *
     * @param number of the die
     */
    void End(uint32_t number);

    SsdParameters m_parameters;        //!< of the drive
    SsdTranslationLayer m_translation; //!< where the units are
    Programmed m_programmed;           //!< called for each stripe
    SsdReadTimes m_readTimes;          //!< how long pages take to be read
    std::vector<Die> m_dies;           //!< dies, those of a channel together
    std::vector<SsdBus> m_channels;    //!< channels
    uint64_t m_mostValid;              //!< valid units of a die that still takes stripes
    uint32_t m_next{0};                //!< the die that is asked first for the next stripe
    uint32_t m_withStripe{0};          //!< dies that have a stripe
    Time m_lastStripe;                 //!< when the last stripe came
    EventId m_idle;                    //!< when to look whether another has come
    Time m_workEnd;                    //!< when anything of a die ended last
};

} // namespace ns3

#endif /* SSD_FLASH_H */
