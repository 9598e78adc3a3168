/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../src/host-io/test/service/file-service-fuzz-target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/**
 * Read a stream of messages of NFS or SMB.
 *
 * @param data what FileServiceFuzzTarget::ReadMessages takes
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const auto wrong = ns3::FileServiceFuzzTarget::ReadMessages(data, size);
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
