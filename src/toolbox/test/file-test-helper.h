/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TEST_HELPER_H
#define FILE_TEST_HELPER_H

#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * @param action something that a user may do wrong
 * @return the text of the UserError it ends with, or "no error"
 */
inline std::string
GetUserError(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        Simulator::Destroy();
        return error.what();
    }
    Simulator::Destroy();
    return "no error";
}

/**
 * @ingroup toolbox
 *
 * @param fileName a file to make
 * @param text what it holds
 * @return its name
 */
inline std::string
WriteFile(const std::string& fileName, const std::string& text)
{
    std::ofstream(fileName, std::ios::binary) << text;
    return fileName;
}

/**
 * @ingroup toolbox
 *
 * @param fileName a file
 * @return what it holds, or "missing"
 */
inline std::string
ReadWholeFile(const std::string& fileName)
{
    std::ifstream file(fileName, std::ios::binary);
    if (!file)
    {
        return "missing";
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace ns3

#endif /* FILE_TEST_HELPER_H */
