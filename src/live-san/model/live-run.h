/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_RUN_H
#define LIVE_RUN_H

#include "live-console.h"
#include "live-control.h"
#include "live-side.h"

#include "ns3/live-lag-limit.h"
#include "ns3/live-net-device.h"
#include "ns3/live-signals.h"
#include "ns3/result-file.h"
#include "ns3/result-folder.h"
#include "ns3/san-capture.h"
#include "ns3/san-commands.h"
#include "ns3/san-faults.h"
#include "ns3/san-flash-figures.h"
#include "ns3/san-gateway-figures.h"
#include "ns3/san-network.h"

#include <memory>
#include <ostream>
#include <string>

namespace ns3
{

class LiveOptions;
class LiveSimulatorImpl;

/**
 * @ingroup live-san
 *
 * A run of san-live: a simulated network with its real host, one simulated side of the sessions,
 * console, commands and signals. SIGTERM and SIGINT end it gracefully, SIGUSR1 prints its state.
 */
class LiveRun
{
  public:
    /**
     * Build the network.
     *
     * @param o the options, which outlive this
     * @throw UserError naming what is wrong, or who has the folder of results
     */
    explicit LiveRun(const LiveOptions& o);
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    /**
     * Run until a signal or the end of the workload, and write the results.
     *
     * @return true if all was done that was to be done
     * @throw UserError if something failed that may not, or a file cannot be written
     */
    bool Run();

    /**
     * @return what failed and why, a line each
     */
    std::vector<std::string> GetFailures() const;

    /**
     * @return why the run is a failure, one line; empty if it is none
     */
    std::string GetError() const;

  private:
    /**
     * Print what is there: the profile, addresses, identities.
     *
     * @param profileName the profile, which may be none
     */
    void Describe(const std::string& profileName);

    /**
     * Make the simulated side.
     *
     * @param o the options
     */
    void AddSide(const LiveOptions& o);

    /**
     * Let a user have targets fail, and write what their gateways' loops do.
     *
     * @param targets the targets, which outlive this
     * @param o the options
     */
    void AddTargets(const SanTargets& targets, const LiveOptions& o);

    /**
     * Put a host of the simulated network on the real one.
     *
     * @param o the options
     */
    void Attach(const LiveOptions& o);

    /**
     * Begin to capture the first target's link, where there is no real network.
     *
     * @param o the options
     */
    void Capture(const LiveOptions& o);

    /**
     * Begin to look at the lag, if it has a limit.
     *
     * @param o the options
     */
    void AddLagLimit(const LiveOptions& o);

    /// Take signals.
    void AddSignals();

    /**
     * Carry a line of the user out.
     *
     * @param line the line
     */
    void Execute(const std::string& line);

    /// Print the state.
    void PrintState();

    /// Shut down gracefully; the second time at once.
    void End();

    /**
     * @return the state as JSON
     */
    std::string GetReport();

    Ptr<LiveSimulatorImpl> m_simulator;    //!< the clock
    std::ostream& m_os;                    //!< where it says what happens
    const bool m_isJson;                   //!< whether results are printed as JSON
    ResultFolder m_folder;                 //!< the folder of results
    SanNetwork m_network;                  //!< the simulated network
    ResultFile m_file;                     //!< live.json
    Ptr<LiveNetDevice> m_device;           //!< the live device, null with an NBD server
    std::unique_ptr<SanCapture> m_capture; //!< of a simulated link, null for none
    std::unique_ptr<LiveSide> m_side;      //!< the simulated side
    SanFlashFigures m_flash;               //!< of its flash drives
    /// Of simulated gateways, null without simulated targets.
    std::unique_ptr<SanGatewayFigures> m_gateways;
    std::unique_ptr<SanFaults> m_faults;    //!< of simulated targets
    std::unique_ptr<LiveLagLimit> m_lag;    //!< how late events may be, null for no limit
    SanCommands m_commands;                 //!< of the user
    std::unique_ptr<LiveControl> m_control; //!< where they come from, null for none
    std::unique_ptr<LiveConsole> m_console; //!< null for none
    LiveSignals m_signals;                  //!< signals
    bool m_isEnding{false};                 //!< whether the end was asked for
};

} // namespace ns3

#endif /* LIVE_RUN_H */
