/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_FILE_TEXT_H
#define DISK_FILE_TEXT_H

#include "ns3/disk-file-format.h"

#include <sstream>
#include <string>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * @param text a text
 * @param from a piece of it
 * @param to what to put there
 * @return the text with the first such piece replaced
 */
inline std::string
Replace(std::string text, const std::string& from, const std::string& to)
{
    return text.replace(text.find(from), from.size(), to);
}

/**
 * @ingroup disk-model
 *
 * @param drive a drive
 * @return its file
 */
inline std::string
Write(const DiskParameters& drive)
{
    std::ostringstream text;
    DiskFileFormat::Get().Write(drive, text);
    return text.str();
}

} // namespace ns3

#endif /* DISK_FILE_TEXT_H */
