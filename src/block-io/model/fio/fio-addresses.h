/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_ADDRESSES_H
#define FIO_ADDRESSES_H

#include "fio-files.h"
#include "fio-job.h"

#include "ns3/address-pattern.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * Random requests by the shares of parts of the range (random_distribution=zoned), uniform in each.
 */
class FioZonedAddressPattern : public AddressPattern
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    FioZonedAddressPattern();

    /**
     * @param zones the parts of the range, whose percentages add up to 100
     */
    void SetZones(const std::vector<FioJob::Zone>& zones);

    uint64_t GetNext(uint32_t device, uint64_t positions, uint64_t length) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    std::vector<FioJob::Zone> m_zones;    //!< the parts
    Ptr<UniformRandomVariable> m_uniform; //!< the only source of randomness
};

/**
 * @ingroup block-io-fio
 *
 * Where the requests of a job go in its files: in sequence, with gaps, at random, both mixed, and
 * in zones. Reads and writes have a sequence each. All lengths are in bytes.
 */
class FioAddresses
{
  public:
    /**
     * @param job the job, which stays as long as this
     */
    explicit FioAddresses(const FioJob& job);

    /**
     * @param number number of a file
     * @param file the file
     */
    void SetFile(uint32_t number, const FioFile& file);

    /**
     * Begin at the beginning of each file.
     */
    void Rewind();

    /**
     * @param d the direction
     * @param number number of a file
     * @param bytes length of a request, at most that of the file's range
     * @return where on its device it begins
     */
    uint64_t GetNext(std::size_t d, uint32_t number, uint64_t bytes);

    /**
     * @return true if a sequence with gaps has come to the end of a range
     */
    bool IsOver() const;

    /**
     * @param stream the first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// How far a file is. Positions count from the beginning of the file's range.
    struct State
    {
        std::array<uint64_t, 2> next{};                //!< behind the last request
        std::array<std::optional<uint64_t>, 2> last{}; //!< where that began
        uint64_t zone{0};                              //!< where the current zone begins
        uint64_t zoneBytes{0};                         //!< requested in it
    };

    /**
     * @param d the direction
     * @return the pattern of its random requests
     */
    Ptr<AddressPattern> MakePattern(std::size_t d) const;

    /**
     * Go to the next zone if the current one is done.
     *
     * @param d the direction
     * @param number number of the file
     */
    void AdvanceZone(std::size_t d, uint32_t number);

    /**
     * @param d the direction
     * @param number number of the file
     * @param bytes length of the request
     * @return where it begins in the current zone
     */
    uint64_t Choose(std::size_t d, uint32_t number, uint64_t bytes);

    /**
     * @param d the direction
     * @return whether its next request goes to a random place
     */
    bool IsNextRandom(std::size_t d);

    /**
     * @param d the direction
     * @param number number of the file
     * @param bytes length of the request
     * @return where in the current zone a random one begins
     */
    uint64_t ChooseRandom(std::size_t d, uint32_t number, uint64_t bytes);

    /**
     * @param d the direction
     * @param number number of the file
     * @return where in the current zone the next one in sequence begins, perhaps behind its end
     */
    uint64_t FindSequential(std::size_t d, uint32_t number) const;

    /**
     * @param number number of a file
     * @return length of what is used of it now: a zone, or its range
     */
    uint64_t GetWindow(uint32_t number) const;

    const FioJob& m_job;                           //!< the job
    std::vector<FioFile> m_files;                  //!< the files
    std::vector<State> m_states;                   //!< and how far they are
    std::array<Ptr<AddressPattern>, 2> m_patterns; //!< of random requests; both may share one
    std::array<uint64_t, 2> m_made{};              //!< requests of each direction
    uint64_t m_all{0};                             //!< of both
    bool m_isOver{false};                          //!< a sequence with gaps came to its end
    Ptr<UniformRandomVariable> m_choice;           //!< draws random or sequential
};

} // namespace ns3

#endif /* FIO_ADDRESSES_H */
