/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_INFORMATION_H
#define SMB2_INFORMATION_H

#include "smb-message.h"

#include "ns3/file-request.h"
#include "ns3/file-system.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What QUERY_INFO and QUERY_DIRECTORY tell clients of other systems, by information class (MS-FSCC,
 * 2.4 and 2.5), and a security descriptor (MS-DTYP, 2.4.6).
 */
class Smb2Information
{
  public:
    static constexpr uint8_t FILE = 1;        //!< InfoType: of a file
    static constexpr uint8_t FILE_SYSTEM = 2; //!< InfoType: of the file system
    static constexpr uint8_t SECURITY = 3;    //!< InfoType: who may do what

    /// What is told of a file.
    struct File
    {
        std::string name;          //!< in its directory; QUERY_INFO: below the share
        FileAttributes attributes; //!< times are those of day
        uint32_t access{0};        //!< what it was opened for
        bool isDeleted{false};     //!< whether it goes when it is closed
    };

    /// What comes of a query.
    struct Answer
    {
        SmbStatus status{SmbStatus::OK}; //!< OK; BUFFER_OVERFLOW if it is cut off
        std::string bytes;               //!< the information
    };

    /**
     * @param level information class of a directory's names
     * @return whether it is here
     */
    static bool IsOfNames(uint8_t level);

    /**
     * @param level information class of a directory's names
     * @param name a name
     * @return bytes of its entry, a multiple of 8
     */
    static uint32_t GetEntrySize(uint8_t level, const std::string& name);

    /**
     * @param level information class of a directory's names
     * @param files the names
     * @return entries of them
     */
    static std::string MakeEntries(uint8_t level, const std::vector<File>& files);

    /**
     * @param request a QUERY_INFO
     * @param file the file that it is of
     * @param space room in the file system
     * @return the information
     */
    static Answer Make(const SmbRequest& request, const File& file, const FileSystemSpace& space);
};

} // namespace ns3

#endif /* SMB2_INFORMATION_H */
