/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_HELPER_H
#define FILE_SERVICE_HELPER_H

#include "ns3/application-container.h"
#include "ns3/file-service-client.h"
#include "ns3/file-system.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup host-io
 *
 * Puts file servers and their clients on nodes.
 */
class FileServiceHelper
{
  public:
    /**
     * @param protocol Nfs or Smb: the classes ns3::NfsServer and ns3::NfsClient, and so on
     * @throw UserError if there is no such protocol
     */
    explicit FileServiceHelper(const std::string& protocol);

    /**
     * Set an attribute of the servers installed from now on.
     *
     * @param name the attribute
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetServerAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the clients installed from now on.
     *
     * @param name the attribute
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetClientAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set whether contents of files are kept, at servers and clients installed from now on.
     *
     * @param store true if they are; the file system that is served must keep them too
     */
    void SetStoreData(bool store);

    /**
     * Set the dialect of SMB, at servers and clients installed from now on.
     *
     * @param dialect 2.1, or NT LM 0.12, which is known as SMB1 or CIFS
     * @throw UserError if the protocol is not Smb, or there is no such dialect
     */
    void SetDialect(const std::string& dialect);

    /**
     * Install a server.
     *
     * @param node its node
     * @param fileSystem the file system it serves
     * @return the server, an application
     */
    ApplicationContainer InstallServer(Ptr<Node> node, Ptr<FileSystem> fileSystem);

    /**
     * Make a client that does not mount by itself.
     *
     * @param node its node
     * @param server address and port of the server
     * @return the client, a file system
     */
    Ptr<FileServiceClient> CreateClient(Ptr<Node> node, const Address& server) const;

    /**
     * Install a client of the server installed last. It mounts when the simulation begins.
     *
     * @param node its node
     * @param server address of the server
     * @return the client, a file system
     */
    Ptr<FileServiceClient> InstallClient(Ptr<Node> node, const Ipv4Address& server);

  private:
    ObjectFactory m_server; //!< makes servers
    ObjectFactory m_client; //!< makes clients
    uint16_t m_port{0};     //!< TCP port of the server installed last
};

} // namespace ns3

#endif /* FILE_SERVICE_HELPER_H */
