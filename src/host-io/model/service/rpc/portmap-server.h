/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORTMAP_SERVER_H
#define PORTMAP_SERVER_H

#include "rpc-server.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-rpc
 *
 * A port mapper, version 2 (RFC 1833, 3), over TCP: tells clients at which port of its host a
 * program is. Left out: UDP, and SET, UNSET and CALLIT, by which others would change that.
 */
class PortmapServer : public RpcServer
{
  public:
    /// The port of the port mapper.
    static constexpr uint16_t PORT = 111;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetProgram() const override;
    uint32_t GetVersion() const override;

    /**
     * Make a program known. Its port is that which it has when a client asks.
     *
     * @param server the program, at the same host
     */
    void Add(Ptr<const RpcServer> server);

  protected:
    void DoDispose() override;
    uint16_t GetStandardPort() const override;
    std::string GetProcedureName(uint32_t procedure) const override;
    bool IsIdempotent(uint32_t procedure) const override;
    bool Execute(Ptr<Call> call, FileServiceReader& arguments) override;

  private:
    /**
     * @param arguments the arguments of a GETPORT
     * @return the port of the program, 0 if it is not here
     */
    uint32_t FindPort(FileServiceReader& arguments) const;

    /**
     * @param to where to write all that is known
     */
    void PutAll(FileServiceWriter& to) const;

    std::vector<Ptr<const RpcServer>> m_servers; //!< the programs
};

} // namespace ns3

#endif /* PORTMAP_SERVER_H */
