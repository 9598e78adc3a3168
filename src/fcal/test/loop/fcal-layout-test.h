/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_LAYOUT_TEST_H
#define FCAL_LAYOUT_TEST_H

#include "fcal-test-bytes.h"

#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal
 *
 * A test of headers against bytes written by hand.
 */
class FcalLayoutTest : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Check fields to bytes, bytes to fields, and that no shorter buffer is read or written beyond.
     *
     * @tparam H the header
     * @param filled a header with a value in every field
     * @param hex its bytes
     * @param printed what it prints
     */
    template <typename H>
    void CheckLayout(const H& filled, const std::string& hex, const std::string& printed)
    {
        const auto bytes = FromFcalHex(hex);
        NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(filled), hex, "fields to bytes");
        NS_TEST_EXPECT_MSG_EQ(PrintFcalHeader(filled), printed, "fields printed");
        H read;
        NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(bytes, read), bytes.size(), "bytes used");
        NS_TEST_EXPECT_MSG_EQ(EncodeFcalHeader(read), hex, "bytes to fields");
        NS_TEST_EXPECT_MSG_EQ(PrintFcalHeader(read), printed, "bytes to fields, printed");

        const auto untouched = PrintFcalHeader(H());
        for (std::size_t size = 0; size < bytes.size(); ++size)
        {
            H kept;
            const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
            NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(cut, kept), 0, "cut at " << size);
            NS_TEST_EXPECT_MSG_EQ(PrintFcalHeader(kept), untouched, "nothing changes");
        }
        auto longer = bytes;
        longer.insert(longer.end(), 7, 0xa5);
        NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(longer, read), bytes.size(), "what follows stays");
        CheckNoise<H>(bytes);
    }

    /**
     * Check that bytes are taken for another unit, which leaves the header alone.
     *
     * @tparam H the header
     * @param hex the bytes
     */
    template <typename H>
    void CheckRefused(const std::string& hex)
    {
        H kept;
        NS_TEST_EXPECT_MSG_EQ(DecodeFcalHeader(FromFcalHex(hex), kept), 0, "refused: " << hex);
        NS_TEST_EXPECT_MSG_EQ(PrintFcalHeader(kept), PrintFcalHeader(H()), "nothing changes");
    }

  private:
    /**
     * Decode damaged units: what can be read fits into the buffer, and is the same when it is
     * written and read again.
     *
     * @tparam H the header
     * @param bytes a good unit
     */
    template <typename H>
    void CheckNoise(const std::vector<uint8_t>& bytes)
    {
        auto noise = CreateObject<UniformRandomVariable>();
        noise->SetStream(1);
        for (uint32_t i = 0; i < 500; ++i)
        {
            auto damaged = bytes;
            damaged.resize(noise->GetInteger(0, 2 * bytes.size()));
            // The first byte stays in every other round: it may be a code.
            for (std::size_t at = i % 2; at < damaged.size(); ++at)
            {
                damaged[at] = noise->GetInteger(0, 255);
            }
            H first;
            const auto used = DecodeFcalHeader(damaged, first);
            NS_TEST_EXPECT_MSG_EQ((used <= damaged.size()), true, "no byte beyond the end");
            H second;
            DecodeFcalHeader(FromFcalHex(EncodeFcalHeader(first)), second);
            NS_TEST_EXPECT_MSG_EQ((used == 0 || PrintFcalHeader(first) == PrintFcalHeader(second)),
                                  true,
                                  "read, written and read: " << PrintFcalHeader(first));
        }
    }
};

} // namespace ns3

#endif /* FCAL_LAYOUT_TEST_H */
