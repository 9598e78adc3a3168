/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_VIOLATIONS_H
#define SAN_VIOLATIONS_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-feature
 *
 * How often something broke a rule, and the first time in words.
 */
class SanViolations
{
  public:
    /**
     * A rule was broken just now.
     *
     * @param where by which part
     * @param what how
     */
    void Note(const std::string& where, const std::string& what);

    /**
     * @return how often rules were broken
     */
    uint64_t GetCount() const;

    /**
     * @param things what can break a rule, several of them
     * @return how many did and the first of them, one line; empty if none did
     */
    std::string GetError(const std::string& things) const;

  private:
    uint64_t m_count{0}; //!< how often
    std::string m_first; //!< the first time, a line
};

} // namespace ns3

#endif /* SAN_VIOLATIONS_H */
