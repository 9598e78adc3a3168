/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_OPTIONS_H
#define LIVE_OPTIONS_H

#include "ns3/nstime.h"
#include "ns3/san-file-service-protocols.h"
#include "ns3/san-options.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * What the command line of san-live says: that of iscsi-san without wireless networks, clients of
 * file services and programs on files, and where the real network is.
 */
class LiveOptions : public SanOptions
{
  public:
    LiveOptions();

    /**
     * Read the command line, as SanOptions::Parse does. What it says wins over its profile.
     *
     * @param words its words, without the program
     * @return false if it asked for the description of the options, which is printed then
     * @throw UserError naming what is wrong, and the profile if that says so
     */
    bool Parse(const std::vector<std::string>& words);

    std::string profile{"none"};              //!< whose options are used as well
    std::string role{"target"};               //!< target or initiator
    std::string attach{"path"};               //!< path or direct
    std::string tap{"tap0"};                  //!< the TAP device
    std::string interface;                    //!< a network interface instead, empty for none
    int32_t descriptor{-1};                   //!< an open descriptor instead, -1 for none
    std::string address{"10.255.255.253/30"}; //!< of the live device
    std::string portal;                       //!< of the real target, empty: target 0's
    std::string share;                        //!< export or share of the real file server
    std::string user;                         //!< who logs in there, empty for nobody
    std::string password;                     //!< his password
    bool prepared{false};                     //!< whether the program's files are there
    uint32_t lun{0};                          //!< first logical unit of the real target
    std::string identity;                     //!< of the logical units, empty to draw one
    bool console{false};                      //!< whether figures are printed each second
    std::string control;                      //!< FIFO for commands, empty for none
    Time maxLag;                              //!< longest lag, 0 for no limit
    double maxLagPercentile{99};              //!< the percentile that it is a limit of
    std::string nbd;                          //!< socket of the NBD server, empty for none

    /**
     * @return whether the targets are simulated, otherwise the initiator is
     */
    bool IsTarget() const;

    /**
     * @return whether the initiator is simulated as well, and a real host uses its drives
     */
    bool HasNbd() const;

    /**
     * @return whether the file service is SMB
     */
    bool HasSmb() const;

    /**
     * @return whether the simulated path is between the real host and the simulated one
     */
    bool HasPath() const;

    /**
     * @return where a run says what happens: standard output, or standard error where the results
     *         have that for themselves
     */
    std::ostream& GetStream() const;

  protected:
    void Check() const override;

  private:
    /// Let options of one end need that this end is simulated.
    void AddEndNeeds();

    /// Add the sets of options.
    void AddProfile();

    /// Add what logical units have for clients that know more than reads and writes.
    void AddUnits();
    /// Check that a physical block begins where it is said to.
    void CheckUnits() const;
    /// Check the identity of the logical units.
    void CheckIdentity() const;
    /// Add file servers in the place of targets.
    void AddFileServers();
    /**
     * Let attributes of a file service's servers or clients be options.
     *
     * @param service the file service
     * @param attributes the attributes
     * @param end Server or Client
     * @param role whose options they are: target or initiator
     */
    void AddFileService(const SanFileServiceProtocol& service,
                        const SanFileServiceProtocol::Attributes& attributes,
                        const std::string& end,
                        const std::string& role);
    /// Check that file systems have what they need.
    void CheckFileServers() const;

    /// Check that a client of a real file server has what it needs.
    void CheckFileClient() const;
    /// Check that its share has a name.
    void CheckShare() const;
    /// Add where the real network is.
    void AddNetwork();
    /// Add what a user sees and may do while it runs.
    void AddConsole();

    /**
     * Check where the real network is.
     *
     * @throw UserError if that is said twice, or not what is needed
     */
    void CheckNetwork() const;
};

} // namespace ns3

#endif /* LIVE_OPTIONS_H */
