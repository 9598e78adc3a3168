/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-options.h"

#include "ns3/basic-energy-source.h"
#include "ns3/wifi-radio-energy-model.h"

namespace ns3
{

void
SanOptions::AddRadioPower()
{
    const auto addCurrent =
        [this](const std::string& attribute, const std::string& name, const std::string& state) {
            m_list.AddAttribute(WifiRadioEnergyModel::GetTypeId(),
                                attribute,
                                {.name = name,
                                 .help = "Current of a radio that " + state + ", for its energy",
                                 .unit = "A",
                                 .low = "0",
                                 .high = "1000"});
        };
    addCurrent("TxCurrentA", "wifiTxCurrent", "transmits");
    addCurrent("RxCurrentA", "wifiRxCurrent", "receives");
    addCurrent("CcaBusyCurrentA",
               "wifiBusyCurrent",
               "senses a signal that it does not receive (yet)");
    addCurrent("IdleCurrentA", "wifiIdleCurrent", "senses nothing");
    m_list.AddAttribute(energy::BasicEnergySource::GetTypeId(),
                        "BasicEnergySupplyVoltageV",
                        {.name = "wifiVoltage",
                         .help = "Voltage of each radio, for its energy",
                         .unit = "V",
                         .low = "0",
                         .high = "1000"});
}

} // namespace ns3
