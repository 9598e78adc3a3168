/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../src/iscsi/test/session/iscsi-fuzz-target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/**
 * Read a stream of iSCSI PDUs.
 *
 * @param data what IscsiFuzzTarget::ReadPdus takes
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const auto wrong = ns3::IscsiFuzzTarget::ReadPdus(data, size);
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
