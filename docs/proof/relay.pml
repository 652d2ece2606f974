/*
 * The way of an event from a service's log through relay and stream to a consumer, with faults. README.md maps the
 * parts to the code. Each NO_… macro takes out one rule of the design. Spin must then find an error.
 *
 * Faults come from a budget, and a process blocks when it has nothing to do. So no run is endless: each one ends where
 * nothing can move, and there the consumer must have the whole log. A cycle of states is an error too.
 */
#ifndef EVENTS
#define EVENTS 3
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef RELAYS
#define RELAYS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#define SLOTS 5
#define NOBODY 2

/* A log position is an epoch and a transaction id, in five bits. An event is its position and its id, in eight. */
#define POSITION(epoch, txid) (((epoch) << 3) | (txid))
#define EPOCH(p) ((p) >> 3)
#define EVENT(p, id) (((p) << 3) | (id))
#define POS(event) ((event) >> 3)
#define ID(event) ((event) & 7)
#define BIT(id) (1 << (id))
#define AT(sequence) ((sequence) % SLOTS)
#define LAST(a, b) (POS(((b) -> (b) : (a))))

/* The database of the source. A recovery changes `position`, but not `original`. */
byte epoch, nextTxid = 1, nextId = 1;
byte position[5], original[5];
byte inLog, inOldLog, inStandby, running, horizon = 255;
/* The ids in the order of their commits, which is the order of the write-ahead log. */
byte commits[4], committed;
/* The log has another timeline than at its last recovery. */
bool isMoved, hasFailedOver;
/* This connection was checked before its first append. The relay has found that the log lacks events. */
bool isChecked, isLossReported;

/* The stream. A message holds one or two events and the position where the previous message ends. */
byte first = 1, last;
byte previous[SLOTS], eventA[SLOTS], eventB[SLOTS];
bool isDamaged;
/* A message that its relay gave up, but that may still arrive. */
byte lateExpected, latePrevious, lateA, lateB;

/* The advisory lock. A stale relay does not know that it has lost the lock, or reads the old primary. */
byte leader = NOBODY;
bool isDoubted[2], isAwake[2], readsOldLog[2];

/* The database of the consumer. */
byte checkpoint, hint, applied, appliedAt[5];
bool isSubscribed[2], isBusy[2];

byte faults = FAULTS;

/* Scratch variables of single steps, always zero between them. */
byte i, j, found, isBad;

#include "stream.pml"
#include "log.pml"
#include "leader.pml"
#include "consumer.pml"
#include "faults.pml"

/* Runs when no other process can make a step, and checks what must hold then. */
proctype Monitor() {
	timeout ->
	assert(nextId > EVENTS || nextTxid == 8);
	assert(running == 0);
#ifdef REACTOR
	assert((inLog & ~applied) == 0)
#else
	assert(applied == inLog)
#endif
}

init {
	atomic {
#ifdef ONLY_RELAYING
		/* The log has all events from the beginning. */
		i = 1;
		do
		:: i <= EVENTS ->
			position[i] = POSITION(0, i);
			original[i] = position[i];
			commits[committed] = i;
			committed++;
			inLog = inLog | BIT(i);
			i++
		:: else -> break
		od;
		i = 0;
		nextId = EVENTS + 1;
		nextTxid = EVENTS + 1;
#else
		run Writers();
#endif
		run Relay(0);
#if RELAYS == 2
		run Relay(1);
#endif
#if defined(WITH_TIMEOUTS) || defined(NO_ONE_IN_FLIGHT)
		run Network();
#endif
		run Consumer(0);
#if CONSUMERS == 2
		run Consumer(1);
#endif
#ifdef WITH_FAILOVER
		run Operator();
#endif
		run Faults();
		run Monitor()
	}
}
