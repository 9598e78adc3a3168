/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_RAW_TEST_CASE_H
#define ISCSI_RAW_TEST_CASE_H

#include "iscsi-raw-target.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <type_traits>

namespace ns3
{

/**
 * @ingroup iscsi-tests
 *
 * An initiator against a raw target, as one function says.
 */
class IscsiRawTestCase : public TestCase
{
  public:
    /// What is done and checked.
    using Body = std::function<void(IscsiRawTestCase& test)>;

    /**
     * @param name what is checked, with the clause of RFC 7143
     * @param body does and checks it
     */
    IscsiRawTestCase(const std::string& name, Body body)
        : TestCase(name),
          m_body(std::move(body))
    {
    }

    /**
     * Expect two values to be equal.
     *
     * @tparam T type of both, deduced from the first
     * @param actual what came out
     * @param expected what is right
     * @param what what it is about
     */
    template <typename T>
    void Equal(const T& actual, const std::type_identity_t<T>& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

    /**
     * @param condition what must be true
     * @param what what it is about
     */
    void True(bool condition, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, what);
    }

  private:
    void DoRun() override
    {
        m_body(*this);
        Simulator::Destroy();
    }

    Body m_body; //!< does it
};

} // namespace ns3

#endif /* ISCSI_RAW_TEST_CASE_H */
