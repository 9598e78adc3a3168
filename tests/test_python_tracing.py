# SPDX-License-Identifier: GPL-2.0-only
"""Trace sources that call Python functions, and C++ errors that arrive as Python exceptions."""

import pytest

# A device that ends each request 5 us after it came, and a way to send it one.
DEVICE = """
namespace python_tests
{
class FixedDelayDevice : public ns3::BlockDevice
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid =
            ns3::TypeId("python_tests::FixedDelayDevice").SetParent<ns3::BlockDevice>();
        return tid;
    }

    uint64_t GetBlockCount() const override { return 100; }

    uint32_t GetBlockSize() const override { return 512; }

  private:
    void DoSubmit(ns3::Ptr<ns3::BlockRequest> request) override
    {
        ns3::Simulator::Schedule(ns3::MicroSeconds(5),
                                 [this, request] { Complete(request, ns3::BlockStatus::OK); });
    }
};

void Write(ns3::Ptr<ns3::BlockDevice> device, uint64_t lba)
{
    auto request = ns3::Create<ns3::BlockRequest>(ns3::BlockOperation::WRITE, lba, 4);
    request->completion = ns3::BlockRequest::Completion([](ns3::Ptr<ns3::BlockRequest>) {});
    device->Submit(request);
}

void ReadTrace(int)
{
    throw ns3::UserError("postmark.csv", 12, "blocks is not a number");
}

void ReadTrace(std::string) {}

void ReadTraceLater()
{
    ns3::Simulator::Schedule(ns3::Seconds(1), [] { ReadTrace(1); });
}
}
"""


@pytest.fixture(scope="module")
def cpp():
    """Give the classes of DEVICE."""
    from ns3_iscsi import ns

    ns.cppyy.cppdef(DEVICE)
    return ns.cppyy.gbl.python_tests


@pytest.fixture
def ns():
    """Give ns-3 with its clock at zero."""
    from ns3_iscsi import ns

    yield ns
    ns.Simulator.Destroy()


@pytest.fixture
def device(ns, cpp):
    return ns.CreateObject[cpp.FixedDelayDevice]()


def test_typed_arguments(ns, cpp, device):
    from ns3_iscsi import connect

    seen = []

    def completed(request):
        assert request.operation == ns.BlockOperation.WRITE
        latency = ns.Simulator.Now() - request.issueTime
        seen.append((int(request.lba), int(request.blocks), int(latency.GetNanoSeconds())))

    connect(device, "Complete", completed)
    cpp.Write(device, 8)
    cpp.Write(device, 16)
    ns.Simulator.Run()
    assert seen == [(8, 4, 5000), (16, 4, 5000)]


def test_requests_may_be_kept(ns, cpp, device):
    from ns3_iscsi import connect

    kept = []
    connect(device, "Complete", kept.append)
    for lba in range(0, 100, 4):
        cpp.Write(device, lba)
    ns.Simulator.Run()
    assert [int(request.lba) for request in kept] == list(range(0, 100, 4))


def test_request_past_the_end(ns, cpp, device):
    from ns3_iscsi import connect

    kept = []
    connect(device, "Complete", kept.append)
    # Blocks 97 to 100 of a device that ends with 99.
    cpp.Write(device, 97)
    ns.Simulator.Run()
    assert [request.status == ns.BlockStatus.LBA_OUT_OF_RANGE for request in kept] == [True]


def test_traced_value(ns, cpp, device):
    from ns3_iscsi import connect

    steps = []
    connect(device, "Outstanding", lambda old, new: steps.append((old, new)))
    cpp.Write(device, 0)
    cpp.Write(device, 4)
    ns.Simulator.Run()
    assert steps == [(0, 1), (1, 2), (2, 1), (1, 0)]


def test_an_object_behind_its_pointer(ns, cpp, device):
    from ns3_iscsi import connect

    seen = []
    connect(device.__deref__(), "Submit", lambda request: seen.append(int(request.lba)))
    cpp.Write(device, 12)
    ns.Simulator.Run()
    assert seen == [12]


def test_ns3s_own_sources(ns):
    from ns3_iscsi import connect

    nodes = ns.NodeContainer()
    nodes.Create(2)
    devices = ns.PointToPointHelper().Install(nodes)
    sizes = []
    connect(devices.Get(0), "MacTx", lambda packet: sizes.append(packet.GetSize()))
    ns.InternetStackHelper().Install(nodes)
    addresses = ns.Ipv4AddressHelper(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.0"))
    addresses.Assign(devices)
    client = ns.UdpClientHelper(ns.InetSocketAddress(ns.Ipv4Address("10.0.0.2"), 9).ConvertTo())
    client.SetAttribute("MaxPackets", ns.UintegerValue(3))
    client.SetAttribute("PacketSize", ns.UintegerValue(1000))
    client.Install(nodes.Get(0)).Start(ns.Seconds(0))
    ns.Simulator.Stop(ns.Seconds(4))
    ns.Simulator.Run()
    # 1000 bytes, 8 of UDP, 20 of IPv4, 2 of PPP. There is no ARP on a point-to-point link.
    assert sizes == [1030] * 3


def test_unknown_source_names_those_there_are(device):
    from ns3_iscsi import connect

    with pytest.raises(ValueError) as error:
        connect(device, "Finished", print)
    text = str(error.value)
    assert text.startswith("python_tests::FixedDelayDevice has no trace source 'Finished'; ")
    assert text.endswith("it has: Submit, Complete, Outstanding")


def test_null_pointer(ns):
    from ns3_iscsi import connect

    with pytest.raises(ReferenceError):
        connect(ns.Ptr[ns.Node](), "Complete", print)


def test_error_in_the_function_ends_the_run(ns, cpp, device):
    from ns3_iscsi import connect

    def fail(request):
        raise KeyError("of the test")

    connect(device, "Complete", fail)
    cpp.Write(device, 0)
    with pytest.raises(KeyError, match="of the test"):
        ns.Simulator.Run()


def test_user_error_is_an_exception(ns, cpp):
    with pytest.raises(ns.UserError) as error:
        cpp.ReadTrace(1)
    assert str(error.value) == "postmark.csv:12: blocks is not a number"


def test_user_error_during_the_run(ns, cpp):
    cpp.ReadTraceLater()
    with pytest.raises(ns.UserError) as error:
        ns.Simulator.Run()
    assert str(error.value) == "postmark.csv:12: blocks is not a number"


def test_an_unknown_word_is_an_exception(ns):
    workload = ns.CreateObject["ns3::SyntheticWorkload"]()
    line = "Arrivals: poisson is not one of Closed, Poisson, Fixed"
    with pytest.raises(ns.UserError) as error:
        workload.SetAttribute("Arrivals", ns.StringValue("poisson"))
    assert str(error.value) == line
    with pytest.raises(ns.UserError) as error:
        ns.Config.SetDefault("ns3::SyntheticWorkload::Arrivals", ns.StringValue("poisson"))
    assert str(error.value) == line
    workload.SetAttribute("Arrivals", ns.StringValue("Poisson"))
