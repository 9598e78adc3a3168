/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STRIPED_ARRAY_H
#define STRIPED_ARRAY_H

#include "block-array.h"

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * An array without redundancy (RAID 0): stripe units go to the members in turn. A request becomes
 * one request for each member that it touches, because its blocks are always consecutive there.
 */
class StripedArray : public BlockArray
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Location Locate(uint64_t lba) const override;
    std::optional<uint64_t> FindLba(const Location& location) const override;

  protected:
    uint32_t GetLeastMembers() const override;
    std::vector<uint32_t> GetDerived(uint64_t stripe) const override;
    void Derive(Ptr<BlockRequest> part, Recovered done) override;
    uint32_t GetTolerance() const override;
    uint64_t ComputeBlockCount() const override;
    void Start(Ptr<Operation> operation) override;
    void Recover(uint32_t member,
                 Ptr<const BlockRequest> part,
                 Ptr<Operation> operation,
                 Recovered done) override;

  private:
    /// The stripe units of a request that lie on one member.
    struct Run
    {
        uint32_t member; //!< the member
        uint64_t first;  //!< the first of them
        uint64_t last;   //!< the last of them; each is as many after the one before as there are
                         //!< members

        /**
         * @param other another run
         * @return true if they are the same
         */
        bool operator==(const Run& other) const = default;
    };

    /**
     * Call a function for each unit of a run.
     *
     * @tparam Function callable with (offset in the request, offset in the run, blocks)
     * @param request the request
     * @param run the run
     * @param function what to call
     */
    template <typename Function>
    void ForEachUnit(Ptr<const BlockRequest> request, const Run& run, Function function) const;

    /**
     * Ask a member for its part of a request.
     *
     * @param operation the request
     * @param run the part
     */
    void StartRun(Ptr<Operation> operation, const Run& run);

    /**
     * A member answered.
     *
     * @param operation the request
     * @param run the part
     * @param part what was asked
     */
    void RunAnswered(Ptr<Operation> operation, Run run, Ptr<BlockRequest> part);
};

} // namespace ns3

#endif /* STRIPED_ARRAY_H */
