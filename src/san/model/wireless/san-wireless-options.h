/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIRELESS_OPTIONS_H
#define SAN_WIRELESS_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

class SanPathOptions;

/**
 * @ingroup san-wireless
 *
 * The wireless network that can take the place of all links.
 */
class SanWirelessOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanWirelessOptions(ProgramOptions& list);

    /// Add the wireless network that takes the place of the links.
    void AddWireless();

    /**
     * Check what a wireless network can have.
     *
     * @param path the path whose place it takes
     * @throw UserError naming what it cannot have
     */
    void CheckWireless(const SanPathOptions& path) const;

    std::string wifiStandard{"802.11b"};     //!< standard of the wireless network
    std::string wifiRateControl{"constant"}; //!< who chooses the modes of data
    std::string wifiDataMode;                //!< mode of data, empty: the fastest
    std::string wifiPreamble{"long"};        //!< long or short
    Time wifiSifs{0};                        //!< time before an answer, 0: the standard's
    uint32_t wifiChannelWidth{0};            //!< MHz, 0: the standard's
    double wifiDistance{5};                  //!< between neighbours, m
    double wifiTxPower{20};                  //!< of each radio, dBm
    double wifiPathLossExponent{3};          //!< power of the distance
    double wifiFading{0};                    //!< Nakagami's m, 0: none
    std::string wifiMoves;                   //!< where initiators go, empty: nowhere
    uint32_t interferers{0};                 //!< pairs of foreign stations
    DataRate interfererRate{"1Mbps"};        //!< load of each pair
    uint32_t interfererSize{1500};           //!< bytes that a foreign frame carries
    double interfererDistance{5};            //!< of foreign stations from the first hop, m
    uint32_t relays{0};                      //!< stations between initiators and targets
    double relayTimePerByte{0};              //!< of a relay's processor, ns
    std::string relayChannel{"own"};         //!< own or same

  private:
    /// Add how its frames are sent.
    void AddWirelessFrames();

    /// Add where stations are, and how they hear each other.
    void AddStations();

    /// Add what radios take.
    void AddRadioPower();

    /// Add where initiators go, and who else uses the first hop's channel.
    void AddMovesAndInterference();

    /**
     * Check what fits to a standard of wireless networks.
     *
     * @throw UserError naming it
     */
    void CheckRadio() const;
};

} // namespace ns3

#endif /* SAN_WIRELESS_OPTIONS_H */
