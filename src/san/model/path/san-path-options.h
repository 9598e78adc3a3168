/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PATH_OPTIONS_H
#define SAN_PATH_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-path
 *
 * The path: links, switches, queues, errors.
 */
class SanPathOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanPathOptions(ProgramOptions& list);

    /// Add the path.
    void AddPath();

    /// Add what all kinds of links have.
    void AddPackets();

    /**
     * @return whether a queue disc, of the limiter or another one, is at each end of the path
     */
    bool HasQueueDisc() const;

    /**
     * @return whether the ends of the path are switches, otherwise routers
     */
    bool IsSwitched() const;

    /**
     * @return whether a leaf-spine network is the path
     */
    bool HasFabric() const;

    /**
     * @return whether each host has several links to its switch that act as one
     */
    bool HasBonds() const;

    /**
     * @return whether hosts are stations of a wireless network, without cables
     */
    bool IsWireless() const;

    /**
     * @return whether the hosts' adapters segment what TCP sends
     */
    bool HasOffload() const;

    /**
     * @return leaves that have the initiators; the other ones have the targets
     */
    uint32_t GetInitiatorLeaves() const;

    /**
     * @param link number of one of the links of the path
     * @return its rate
     */
    DataRate GetLinkRate(uint32_t link) const;

    /**
     * Check what the options of the path say together.
     *
     * @param initiators number of initiators
     * @param targets number of targets
     * @throw UserError if they contradict each other
     */
    void CheckPath(uint32_t initiators, uint32_t targets) const;

    /**
     * @param initiators number of initiators
     * @param targets number of targets
     * @return a line if the links of all hosts together cannot fill the path; otherwise empty
     */
    std::string GetNote(uint32_t initiators, uint32_t targets) const;

    DataRate linkRate{"100Mbps"};        //!< rate of the path
    Time delay{MilliSeconds(1)};         //!< one-way delay of the path
    DataRate accessRate{"1Gbps"};        //!< rate of the nodes' own links
    uint32_t switches{2};                //!< switches of each link of the path
    uint32_t spines{0};                  //!< of a leaf-spine network, 0: there is none
    uint32_t leaves{2};                  //!< of a leaf-spine network
    Time convergenceTime{50'000'000};    //!< until its switches know of a change
    uint32_t mtu{1500};                  //!< longest IP packet of every link, bytes
    std::string linkType{"ethernet"};    //!< ethernet, ppp or wifi
    std::string offload{"none"};         //!< none or tso
    std::string queue{"1000p"};          //!< queue of every link
    uint32_t switchBuffer{0};            //!< memory of each switch for all of its queues, bytes
    uint32_t links{1};                   //!< parallel links of the path
    DataRate firstLinkRate{0};           //!< rate of the first of them, 0: as the others
    Time accessDelay{0};                 //!< one-way delay of the nodes' own links
    Time interruptDelay{0};              //!< of the nodes' adapters, after the last frame
    Time interruptDelayLimit{600'000};   //!< of the nodes' adapters, after the first frame
    DataRate limiterRate{0};             //!< rate of the token bucket on the path, 0: none
    uint32_t limiterBurst{262144};       //!< bytes that it lets pass at once
    std::string pathPull;                //!< when the path's cable is pulled and put back
    std::string bond{"none"};            //!< how links of a host act as one
    uint32_t bondLinks{2};               //!< links of a bond
    std::string bondHash{"layer2"};      //!< which link of a bond a frame takes
    std::string cablePull;               //!< when a cable is pulled and put back, empty: never
    double lossToTargets{0};             //!< share of packets lost towards targets
    double lossToInitiators{0};          //!< share of packets lost towards initiators
    uint32_t lossBurst{1};               //!< packets lost in a row
    double bitErrorsToTargets{0};        //!< share of bits in error towards targets
    double bitErrorsToInitiators{0};     //!< share of bits in error towards initiators
    double reorderToTargets{0};          //!< share of late packets towards targets
    double reorderToInitiators{0};       //!< share of late packets towards initiators
    Time reorderDelay{MilliSeconds(1)};  //!< how late they are
    std::string queueDisc{"none"};       //!< queue disc at each end of the path
    std::string queueDiscLimit{"1000p"}; //!< its longest queue

  private:
    /// Add a leaf-spine network.
    void AddFabric();

    /// Add bonded links of hosts.
    void AddBonds();

    /// Add what an emulator of a long path does, and the delay at its ends.
    void AddEmulator();

    /// Add the queue disc at the ends of the path.
    void AddQueueDisc();

    /// Add losses, bit errors and late packets.
    void AddPathErrors();

    /**
     * Check that only a single host is at an end of the path without a switch.
     *
     * @param initiators number of initiators
     * @param targets number of targets
     * @throw UserError naming what needs a switch there
     */
    void CheckSwitches(uint32_t initiators, uint32_t targets) const;

    /**
     * Check that each leaf of a leaf-spine network has a host.
     *
     * @param initiators number of initiators
     * @param targets number of targets
     * @throw UserError if there are too many leaves
     */
    void CheckFabric(uint32_t initiators, uint32_t targets) const;

    /**
     * Check that bonded links have switches, and that the times of a pulled cable are times.
     *
     * @throw UserError naming what is wrong
     */
    void CheckBonds() const;

    /**
     * Check that switches have memory, if it is limited, and that a frame fits.
     *
     * @throw UserError naming what is wrong
     */
    void CheckSwitchBuffer() const;

    /**
     * Check that the path has a cable that can be pulled, and that the times of that are times.
     *
     * @throw UserError naming what is wrong
     */
    void CheckPathPull() const;

    /**
     * Check the queue disc against the limiter and the unit of its limit.
     *
     * @throw UserError if they contradict each other
     */
    void CheckQueueDisc() const;
};

} // namespace ns3

#endif /* SAN_PATH_OPTIONS_H */
