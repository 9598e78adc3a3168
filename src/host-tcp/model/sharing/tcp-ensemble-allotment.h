/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ENSEMBLE_ALLOTMENT_H
#define TCP_ENSEMBLE_ALLOTMENT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * How a sum of bytes is allotted to the members of an ensemble: in proportion to their weights, but
 * no share below the member's least one. The shares always add up to the sum. Of the bytes that
 * cannot be divided, the members that joined first get one each; so with equal weights no other
 * share changes when a member leaves with its own.
 *
 * With equal weights and equal least shares the work does not depend on the number of members.
 */
class TcpEnsembleAllotment
{
  public:
    /**
     * Add a member.
     *
     * @param weight its weight, 1 or more
     * @param least its least share, bytes
     * @return a number that no other member has or had
     */
    uint64_t Add(uint32_t weight, uint32_t least);

    /**
     * Remove a member.
     *
     * @param member its number
     */
    void Remove(uint64_t member);

    /**
     * @return number of members
     */
    std::size_t GetN() const;

    /**
     * @return sum of all least shares, bytes
     */
    uint64_t GetLeast() const;

    /**
     * @param member its number
     * @return its least share, bytes
     */
    uint32_t GetLeastShare(uint64_t member) const;

    /**
     * @param member its number
     * @param sum what is allotted, bytes; GetLeast is if it is more
     * @return the member's share, bytes
     */
    uint64_t GetShare(uint64_t member, uint64_t sum) const;

  private:
    /// Who gets a share.
    struct Member
    {
        uint64_t number; //!< in order of joining
        uint32_t weight; //!< relative to those of others
        uint32_t least;  //!< least share, bytes
    };

    /**
     * @param member its number
     * @return its place in the order of joining, from 0
     */
    std::size_t Find(uint64_t member) const;

    /**
     * Find out whether all members are alike.
     */
    void Compare();

    /**
     * @param sum what is allotted, bytes
     * @return the share of each, in order of joining, bytes
     */
    std::vector<uint64_t> GetShares(uint64_t sum) const;

    std::vector<Member> m_members; //!< in order of joining
    uint64_t m_next{0};            //!< number of the next member
    uint64_t m_least{0};           //!< sum of least shares, bytes
    bool m_isEven{true};           //!< whether weights and least shares are equal
};

} // namespace ns3

#endif /* TCP_ENSEMBLE_ALLOTMENT_H */
