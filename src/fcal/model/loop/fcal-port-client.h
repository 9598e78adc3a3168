/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_PORT_CLIENT_H
#define FCAL_PORT_CLIENT_H

#include "ns3/fc-reception.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * What a port can do.
 */
enum class FcalPortState : uint8_t
{
    OFFLINE,          //!< on no loop
    INITIALISING,     //!< the loop gives out addresses; what is sent waits
    NONPARTICIPATING, //!< on a loop that had no address left
    BYPASSED,         //!< cut out of the loop by LPB
    ONLINE,           //!< has its AL_PA and can send
};

/**
 * @ingroup fcal-loop
 *
 * @param state a port's state
 * @return its name
 */
const char* GetFcalPortStateName(FcalPortState state);

/**
 * @ingroup fcal-loop
 *
 * Why a sequence did not arrive.
 */
enum class FcalFailure : uint8_t
{
    LOOP_INITIALISED, //!< the loop was initialised while it was on its way
    NO_PEER,          //!< its OPN came back: no port has that AL_PA
    NOT_ON_LOOP,      //!< its own port has no AL_PA
};

/**
 * @ingroup fcal-loop
 *
 * The user of a port: it is notified about its sequences. It may send from inside any of these
 * calls.
 */
class FcalPortClient
{
  public:
    virtual ~FcalPortClient() = default;

    /**
     * A sequence is complete: its last frame's EOF is here now.
     *
     * @param reception the sequence and its times
     */
    virtual void SequenceReceived(Ptr<const FcReception> reception) = 0;

    /**
     * A sequence begins to arrive: SOF and header of its first frame are here now, and the times of
     * all that follows are known. Called again, at any time until the sequence is complete, when a
     * lack of buffers changes them. Only with the port's attribute CutThrough.
     *
     * @param reception the sequence and its times
     */
    virtual void ReceptionPlanned(Ptr<const FcReception> reception);

    /**
     * The last frame and its fill words have left this port.
     *
     * @param sequence the sequence
     */
    virtual void SequenceSent(Ptr<FcSequence> sequence);

    /**
     * A sequence of this port is lost, even if its last frame was sent.
     *
     * @param sequence the sequence
     * @param failure why
     */
    virtual void SequenceFailed(Ptr<FcSequence> sequence, FcalFailure failure);

    /**
     * A sequence of which a first frame was on its way to this port will never be complete.
     *
     * @param reception what there is of it
     */
    virtual void ReceptionFailed(Ptr<const FcReception> reception);

    /**
     * The port can do more, or less, than before.
     *
     * @param state the new state
     */
    virtual void PortStateChanged(FcalPortState state);
};

} // namespace ns3

#endif /* FCAL_PORT_CLIENT_H */
