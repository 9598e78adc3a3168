/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_MODEL_H
#define DRIVE_MODEL_H

#include <filesystem>
#include <string>

namespace ns3
{

/**
 * Give what the attribute Model of a drive takes for an option of a program: a file in the current
 * folder needs no slash there, as it does in the attribute.
 *
 * @param drive a name of the catalogue, or the path of a drive file
 * @return the model
 */
inline std::string
GetDriveModel(const std::string& drive)
{
    const bool isFile =
        drive.find('/') == std::string::npos && std::filesystem::is_regular_file(drive);
    return isFile ? "./" + drive : drive;
}

} // namespace ns3

#endif /* DRIVE_MODEL_H */
