/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LOAD_H
#define SAN_LOAD_H

#include "ns3/callback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class SanFailures;
class SanNetwork;
class SanOptions;
class SanOutputOptions;
class SanResults;
class SanSessions;

/**
 * @ingroup san-scenario
 *
 * The parts of a storage area network that its load uses.
 */
struct SanSite
{
    const SanNetwork& network; //!< nodes and links
    SanSessions& sessions;     //!< between initiators and targets
    SanResults& results;       //!< what is written
    SanFailures& failures;     //!< what failed
};

/**
 * @ingroup san-scenario
 *
 * What the initiators of a run do.
 */
class SanLoad
{
  public:
    /**
     * @param site what it uses; that outlives this
     * @param ended called when all has ended and is written back
     */
    SanLoad(const SanSite& site, Callback<void> ended);
    virtual ~SanLoad();
    SanLoad(const SanLoad&) = delete;
    SanLoad& operator=(const SanLoad&) = delete;

    /**
     * Add what is reported of loads: stages of requests, jobs, programs, contents, the steady rate.
     *
     * @param results where to
     * @param o the options of what is written
     */
    static void AddReports(SanResults& results, const SanOutputOptions& o);

    /**
     * Install it on the initiators.
     *
     * @param o the options
     * @return number of random streams that it uses, from 0 on
     * @throw UserError naming what is wrong
     */
    virtual int64_t Install(const SanOptions& o) = 0;

    /**
     * The simulation is over: see what never began, or got nothing done.
     *
     * @throw UserError if something did not begin, and nothing may fail
     */
    virtual void CheckBegun() = 0;

    /**
     * @return true if every part of it ran to its end
     */
    bool HasEnded() const;

    /**
     * @return which share of it is done, 0 to 1; nothing if that is not known
     */
    virtual std::optional<double> GetShareDone() const;

    /**
     * @return what a user should know, a line each
     */
    virtual std::vector<std::string> GetNotes() const;

  protected:
    /**
     * @param parts how many have to end
     */
    void Expect(uint32_t parts);

    /// A part has ended: after the last, WriteBack.
    void PartEnded();

    /// All parts have ended. Write back what is in page caches, then call the listener.
    virtual void WriteBack();

    SanSite m_site;         //!< what it uses
    Callback<void> m_ended; //!< called at the end

  private:
    uint32_t m_running{0}; //!< parts that have not ended
};

} // namespace ns3

#endif /* SAN_LOAD_H */
