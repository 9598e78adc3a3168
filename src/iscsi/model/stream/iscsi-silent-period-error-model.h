/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SILENT_PERIOD_ERROR_MODEL_H
#define ISCSI_SILENT_PERIOD_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * An error model that drops everything between two times, and otherwise uses another model. On the
 * devices at both ends of a link it makes the path silent: no segment and no reset passes, and
 * neither end is notified.
 */
class IscsiSilentPeriodErrorModel : public ErrorModel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    Time m_from;             //!< when it begins
    Time m_until;            //!< when it ends
    Ptr<ErrorModel> m_other; //!< what counts otherwise, or null
};

} // namespace ns3

#endif /* ISCSI_SILENT_PERIOD_ERROR_MODEL_H */
