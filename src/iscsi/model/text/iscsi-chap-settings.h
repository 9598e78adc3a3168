/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CHAP_SETTINGS_H
#define ISCSI_CHAP_SETTINGS_H

#include "iscsi-chap-hash.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * What one side needs for CHAP. It has no text form: secrets are never printed.
 */
struct IscsiChapSettings
{
    std::vector<IscsiChapAlgorithm> algorithms; //!< algorithms by preference
    std::string name;                           //!< what it calls itself
    std::string secret;                         //!< what it proves that with, empty if it cannot
    std::map<std::string, std::string> peers;   //!< secrets of the others by their names
    Ptr<RandomVariableStream> random;           //!< source of identifiers and challenges
};

} // namespace ns3

#endif /* ISCSI_CHAP_SETTINGS_H */
