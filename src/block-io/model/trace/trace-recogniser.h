/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_RECOGNISER_H
#define TRACE_RECOGNISER_H

#include "trace-format.h"

#include "ns3/line-reader.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Finds out the format of a trace from its first thousand requests: what the lines look like and,
 * where no header says so, whether the numbers make sense. Times of a wrong unit make rates that no
 * device has, bytes taken for sectors make requests of megabytes, and sectors taken for bytes make
 * requests of less than a sector.
 *
 * A format that is the only one with such lines is refused only if its numbers are out of all
 * bounds. Of several, that which makes sense is taken; if more do, that which more lines look like.
 * If the file's name tells one of them, that is it, whatever the numbers are.
 */
class TraceRecogniser
{
  public:
    /**
     * @param lines a trace, its first line read
     */
    explicit TraceRecogniser(LineReader& lines);

    /**
     * @return the format; RECOGNISED if the trace looks like none and its name does not tell
     * @throw UserError naming the formats that the trace looks like, if no numbers make
     * sense, or those of several formats do
     */
    TraceFormat Recognise();

  private:
    /// A format that the first line looks like.
    struct Candidate
    {
        TraceFormat format;   //!< the format
        std::size_t lines{0}; //!< lines that look like it, from the first on
        std::string fault;    //!< why its numbers make no sense; empty if they do
    };

    /**
     * Find the formats that the first line looks like.
     */
    void FindCandidates();

    /**
     * @return the candidate whose numbers make sense
     * @throw UserError if there is not one
     */
    TraceFormat ChooseByNumbers();

    /**
     * Keep the candidates that as many lines look like, from the first on, or nearly as many.
     */
    void KeepLongest();

    /**
     * Read the first requests in the format of a candidate and judge their numbers.
     *
     * @param candidate the candidate
     */
    void Judge(Candidate& candidate) const;

    /**
     * Refuse the trace.
     *
     * @throw UserError naming the candidates and what is wrong with them
     */
    [[noreturn]] void Refuse() const;

    LineReader& m_lines;                 //!< the trace
    std::string m_sample;                //!< its beginning
    std::vector<Candidate> m_candidates; //!< what it can be
};

} // namespace ns3

#endif /* TRACE_RECOGNISER_H */
