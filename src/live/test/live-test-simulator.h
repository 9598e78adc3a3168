/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_TEST_SIMULATOR_H
#define LIVE_TEST_SIMULATOR_H

#include "ns3/global-value.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

namespace ns3
{

/**
 * @ingroup live-tests
 *
 * While it exists the simulator is LiveSimulatorImpl; afterwards it is again what it was.
 */
class LiveTestSimulator
{
  public:
    LiveTestSimulator()
    {
        GlobalValue::GetValueByName("SimulatorImplementationType", m_before);
        LiveSimulatorImpl::Select();
    }

    ~LiveTestSimulator()
    {
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", m_before);
    }

    LiveTestSimulator(const LiveTestSimulator&) = delete;
    LiveTestSimulator& operator=(const LiveTestSimulator&) = delete;

  private:
    StringValue m_before; //!< what it was
};

} // namespace ns3

#endif /* LIVE_TEST_SIMULATOR_H */
