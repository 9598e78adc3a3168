# SPDX-License-Identifier: GPL-2.0-only
"""Connects ns-3 trace sources to Python functions."""

from .loader import cppyy  # with ns-3 loaded, which the code below needs

_SHIM = """
namespace ns3_iscsi
{
/// What a trace source's documented callback type, a function pointer, says about its arguments.
template <typename Signature>
struct TraceTraits;

template <typename... Args>
struct TraceTraits<void (*)(Args...)>
{
    using Function = std::function<void(Args...)>;
    using Callback = ns3::Callback<void, Args...>;

    static std::vector<bool> IsObject()
    {
        return {std::is_class_v<Args>...};
    }
};

/// For each argument, whether it is an object passed by value.
template <typename Signature>
std::vector<bool> IsObject()
{
    return TraceTraits<Signature>::IsObject();
}

template <typename Signature>
bool Connect(ns3::ObjectBase& object,
             const std::string& source,
             typename TraceTraits<Signature>::Function function)
{
    return object.TraceConnectWithoutContext(source,
                                             typename TraceTraits<Signature>::Callback(function));
}

/// The name of a trace source's callback type; empty if there is no such source.
std::string GetTraceSignature(ns3::ObjectBase& object, const std::string& source)
{
    ns3::TypeId::TraceSourceInformation information;
    auto accessor = object.GetInstanceTypeId().LookupTraceSourceByName(source, &information);
    return accessor ? information.callback : "";
}

/// The names of an object's trace sources, its class's first, then its parents'.
std::string ListTraceSources(ns3::ObjectBase& object)
{
    std::string names;
    ns3::TypeId id = object.GetInstanceTypeId();
    for (bool more = true; more; more = id.HasParent(), id = id.GetParent())
    {
        for (std::size_t i = 0; i < id.GetTraceSourceN(); ++i)
        {
            names += (names.empty() ? "" : ", ") + id.GetTraceSource(i).name;
        }
    }
    return names.empty() ? "none" : names;
}
}
"""

# C++ keeps no hold on the Python functions it calls; they must live as long as anything may be
# traced.
_connected = []


def connect(obj, source, function):
    """Call a Python function whenever a trace source of an object fires.

    The function gets the arguments of the trace source's C++ callback: ``connect(drive, "Complete",
    f)`` calls ``f(request)`` with the ``BlockRequest``, whose members it reads as in C++
    (``request.lba``, ``request.issueTime``). Smart pointers and times may be kept; an argument that
    C++ passes by reference (a packet's header, say) is valid during the call only. An exception in
    the function ends ``ns.Simulator.Run()`` and arrives there.

    :param obj: an ns-3 object, or a smart pointer to one
    :param source: the trace source's name, for example ``"Complete"``
    :param function: what to call
    :raises ValueError: one line, if the object has no such trace source; it names those there are
    """
    target = obj.__deref__() if hasattr(obj, "__deref__") else obj
    shim = cppyy.gbl.ns3_iscsi
    signature = str(shim.GetTraceSignature(target, source))
    if not signature:
        kind = target.GetInstanceTypeId().GetName()
        raise ValueError(
            f"{kind} has no trace source {source!r}; it has: {shim.ListTraceSources(target)}"
        )
    by_value = list(shim.IsObject[signature]())

    # An object passed by value lives on the caller's stack: what Python may keep is a copy.
    def call(*arguments):
        function(
            *(type(a)(a) if copied else a for a, copied in zip(arguments, by_value, strict=True))
        )

    _connected.append(call)
    shim.Connect[signature](target, source, call)


cppyy.cppdef(_SHIM)
