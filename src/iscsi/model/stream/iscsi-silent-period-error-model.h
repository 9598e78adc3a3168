/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SILENT_PERIOD_ERROR_MODEL_H
#define ISCSI_SILENT_PERIOD_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * An error model that drops everything, or a share of it, between two times, and otherwise uses
 * another model. On the devices at both ends of a link it makes the path silent: no segment and no
 * reset passes, and neither end is notified.
 */
class IscsiSilentPeriodErrorModel : public ErrorModel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    IscsiSilentPeriodErrorModel();

    /**
     * @param variable from 0 to 1, decides which packets are dropped if not all are; several models
     *        may share it
     */
    void SetRandomVariable(Ptr<UniformRandomVariable> variable);

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    Time m_from;                          //!< when it begins
    Time m_until;                         //!< when it ends
    double m_loss;                        //!< share of packets dropped meanwhile
    Ptr<ErrorModel> m_other;              //!< what counts otherwise, or null
    Ptr<UniformRandomVariable> m_uniform; //!< decides which are dropped
};

} // namespace ns3

#endif /* ISCSI_SILENT_PERIOD_ERROR_MODEL_H */
