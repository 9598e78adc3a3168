/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PATH_ERRORS_H
#define SAN_PATH_ERRORS_H

#include "san-path-error-model.h"

#include "ns3/san-report.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class JsonWriter;
class SanPathOptions;

/**
 * @ingroup san-path
 *
 * Losses, bit errors and late packets on all links of the path, in each direction.
 */
class SanPathErrors : public SanReport
{
  public:
    /**
     * @param o the options
     */
    explicit SanPathErrors(const SanPathOptions& o);

    /**
     * Let what the options say happen on a link of the path. Nothing is attached to directions in
     * which nothing happens.
     *
     * @param near the end at the initiators
     * @param far the end at the targets
     */
    void Attach(Ptr<NetDevice> near, Ptr<NetDevice> far);

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return true if anything may happen
     */
    bool IsAny() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * Write what happened as a JSON object: for each direction packets, lost, damaged and late.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    /// One direction of the path.
    struct Direction
    {
        SanPathErrorModel::Settings settings;       //!< what happens
        std::vector<Ptr<SanPathErrorModel>> models; //!< one for each link

        /**
         * @param device the end of a link that receives
         */
        void Attach(Ptr<NetDevice> device);

        /**
         * @param json where to
         */
        void WriteTo(JsonWriter& json) const;
    };

    Direction m_toTargets;    //!< from initiators to targets
    Direction m_toInitiators; //!< from targets to initiators
};

} // namespace ns3

#endif /* SAN_PATH_ERRORS_H */
