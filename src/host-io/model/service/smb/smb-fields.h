/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_FIELDS_H
#define SMB_FIELDS_H

#include "smb-message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * Fields that messages of both dialects have.
 */
class SmbFields
{
  public:
    static constexpr uint32_t READ_DATA = 1;             //!< access: contents or names are read
    static constexpr uint32_t WRITE_DATA = 2;            //!< access: contents are written
    static constexpr uint32_t READ_ATTRIBUTES = 0x80;    //!< access: attributes are read
    static constexpr uint32_t DELETE = 0x10000;          //!< access: the name is changed or removed
    static constexpr uint32_t MAXIMUM = 0x2000000;       //!< access: all that the client may do
    static constexpr uint32_t DIRECTORY_FILE = 1;        //!< option of CREATE
    static constexpr uint32_t NON_DIRECTORY_FILE = 0x40; //!< option of CREATE
    static constexpr uint32_t DELETE_ON_CLOSE = 0x1000;  //!< option of CREATE
    static constexpr uint32_t OPEN_BY_FILE_ID = 0x2000;  //!< option of CREATE
    static constexpr uint32_t SHARE_ALL = 7;             //!< others may read, write and delete
    static constexpr uint32_t IMPERSONATION = 2;         //!< SecurityImpersonation
    static constexpr uint32_t ATTRIBUTE_DIRECTORY = 0x10; //!< FILE_ATTRIBUTE_DIRECTORY
    static constexpr uint64_t EPOCH = 116444736000000000; //!< FILETIME of 1970-01-01
    static constexpr uint32_t MAX_TEXT = 4096;            //!< most bytes of a text

    /**
     * Write a text in UTF-16LE: a byte of ours is a unit of it, a slash is a backslash.
     *
     * @param to where to write
     * @param text the text
     */
    static void PutText(FileServiceWriter& to, const std::string& text);

    /**
     * Read a text in UTF-16LE.
     *
     * @param from what to read; it fails if the text is too long, or of half a unit
     * @param bytes its bytes
     * @return the text
     */
    static std::string GetText(FileServiceReader& from, uint32_t bytes);

    /**
     * Write the four times of a file as FILETIME (MS-DTYP, 2.3.3): 32 bytes.
     *
     * @param to where to write
     * @param attributes attributes of the file
     */
    static void PutTimes(FileServiceWriter& to, const FileAttributes& attributes);

    /**
     * Read the four times of a file.
     *
     * @param from what to read
     * @param attributes where to put the time of the last write
     */
    static void GetTimes(FileServiceReader& from, FileAttributes& attributes);

    /**
     * Write AllocationSize and EndOfFile: 16 bytes.
     *
     * @param to where to write
     * @param attributes attributes of the file
     */
    static void PutSizes(FileServiceWriter& to, const FileAttributes& attributes);

    /**
     * Read AllocationSize and EndOfFile.
     *
     * @param from what to read
     * @param attributes where to put the size
     */
    static void GetSizes(FileServiceReader& from, FileAttributes& attributes);

    /**
     * Write FileAttributes (MS-FSCC, 2.6): 4 bytes.
     *
     * @param to where to write
     * @param attributes attributes of the file
     */
    static void PutKind(FileServiceWriter& to, const FileAttributes& attributes);

    /**
     * Read FileAttributes.
     *
     * @param from what to read
     * @param attributes where to put whether it is a directory
     */
    static void GetKind(FileServiceReader& from, FileAttributes& attributes);

    /**
     * @param request a CREATE
     * @return whether contents of a file will be read or written
     */
    static bool WantsContents(const SmbRequest& request);

    /**
     * @param request a CREATE
     * @return its CreateOptions (MS-SMB2, 2.2.13)
     */
    static uint32_t GetOptions(const SmbRequest& request);

    /**
     * @param request a CREATE, of which is set what will do
     * @param options its CreateOptions
     */
    static void SetOptions(SmbRequest& request, uint32_t options);

    /**
     * @param name a name in a directory
     * @return bytes of it in a list of names
     */
    static uint32_t GetEntrySize(const std::string& name);

    /**
     * Write a list of names: FileNamesInformation (MS-FSCC, 2.4.28), which NT LM 0.12 knows as
     * SMB_FIND_FILE_NAMES_INFO.
     *
     * @param to where to write
     * @param names the names
     */
    static void PutNames(FileServiceWriter& to, const std::vector<std::string>& names);

    /**
     * Read a list of names.
     *
     * @param from what to read; it fails if this is no list
     * @return the names, at least one
     */
    static std::vector<std::string> GetNames(FileServiceReader& from);
};

} // namespace ns3

#endif /* SMB_FIELDS_H */
