/*
 * A relay publishes a page when the synchronous standby has it. An asynchronous former primary is off before its standby
 * is promoted.
 */
#define HAS_STANDBY(event) ((event) == 0 || (inStandby & BIT(ID(event))))
#if defined(SYNCHRONOUS) && defined(NO_WAIT_FOR_STANDBY)
#define MAY_PUBLISH true
#elif defined(SYNCHRONOUS)
#define MAY_PUBLISH (HAS_STANDBY(a) && HAS_STANDBY(b))
#else
#define MAY_PUBLISH (!readsOldLog[me])
#endif

/* Publishes two events in one message or in two, with one message in flight. */
proctype Relay(byte me) {
	byte expects, relayed, endEvent, a, b, before;
	bool isAsked, isStored, wasStale;
	do
	:: atomic { leader == NOBODY -> leader = me; readsOldLog[me] = false };
look:
		/* Reads the end of the stream, then looks for losses. */
		atomic {
			/* A stale leader looks once more at most. */
			if
			:: leader != me && wasStale -> goto lost
			:: else -> wasStale = (leader != me)
			fi;
			isAsked = isDoubted[me];
			isDoubted[me] = false;
			isAwake[me] = false;
			find_end(endEvent);
			expects = last;
			find_log_loss(endEvent, readsOldLog[me]);
			if
			:: !readsOldLog[me] -> report(isBad)
			:: else
			fi;
#ifdef NO_STOP_OF_RELAY
			isBad = false;
#endif
			if
			:: isBad ->
				/* The log lacks events. The relay looks again when something has changed. */
				isBad = false; isAsked = false; endEvent = 0; expects = 0;
				if
				:: isAwake[me] || isDoubted[me] -> goto look
				:: leader != me -> goto lost
				fi
			:: else
			fi;
			find_stream_loss(isAsked);
			isAsked = false;
#ifdef NO_REFILL
			isBad = false;
#endif
			if
			:: isBad ->
				isBad = false; endEvent = 0; expects = 0;
				goto refill
			:: else -> goto publish
			fi
		};
refill:
		atomic { purge(); wake_others(me) };
		d_step { find_end(endEvent); expects = last };
publish:
		atomic {
#ifdef NO_CURSOR_IN_STREAM
			relayed = (relayed -> relayed : POS(endEvent));
#else
			relayed = POS(endEvent);
#endif
			endEvent = 0
		};
read:
		if
		:: isAwake[me] || isDoubted[me] -> goto look
		:: leader != me -> goto lost
		:: atomic { IS_MORE(relayed) ->
				d_step { read_next(relayed, a); read_next(POS(a), b); before = relayed };
				/* The relay's timing decides where a message ends. */
				if
				:: b = 0
				:: b
				fi
			}
		fi;
#ifdef NO_ONE_IN_FLIGHT
		/* A second message leaves before the first is stored. */
		if
		:: d_step { !lateA && !b ->
				lateExpected = expects + 1; latePrevious = POS(a);
				read_next(POS(a), lateA)
			}
		:: true
		fi;
#endif
		if
		:: d_step { MAY_PUBLISH -> store(expects, before, a, b, isStored) }
		:: d_step { leader != me && !MAY_PUBLISH -> a = 0; b = 0; before = 0 };
			goto lost
#ifdef WITH_TIMEOUTS
		:: d_step { faults > 0 && !lateA ->
				/* Timeout: the message may be lost, or may arrive later. */
				faults--;
				lateExpected = expects; latePrevious = before; lateA = a; lateB = b
			}
#endif
		fi;
		atomic {
			before = 0;
			if
			:: isStored ->
				isStored = false;
				wake_others(me);
				expects++;
				relayed = LAST(a, b);
				a = 0; b = 0;
				goto read
			:: else ->
				a = 0; b = 0; expects = 0;
#ifndef NO_CURSOR_IN_STREAM
				relayed = 0;
#endif
				goto look
			fi
		};
lost:
		atomic {
			expects = 0; relayed = 0; wasStale = false; isDoubted[me] = false; isAwake[me] = false;
			readsOldLog[me] = false
		}
	od
}
