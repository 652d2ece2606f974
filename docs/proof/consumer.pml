/* An event may come again at another position. Claims of reactors and revisions of projectors make this harmless. */
inline apply(event) {
#if defined(NO_CLAIM)
	assert(!(applied & BIT(ID(event))));
#elif !defined(REACTOR)
	assert(!(applied & BIT(ID(event))) || appliedAt[ID(event)] != POS(event));
#endif
	applied = applied | BIT(ID(event));
	appliedAt[ID(event)] = POS(event)
}

#ifdef NO_SKIP_OF_KNOWN
#define IS_NEW(event) (event)
#else
#define IS_NEW(event) ((event) && (before >= at || POS(event) > at))
#endif

#define ENDS_AT (last < first -> 0 : LAST(eventA[AT(last)], eventB[AT(last)]))
#define HAS_BODY (sequence >= first && sequence <= last && eventA[AT(sequence)])
#define ENDS_THERE (LAST(eventA[AT(sequence)], eventB[AT(sequence)]) == end)
#ifdef NO_MATCH_OF_BODY
#define IS_BODY ENDS_THERE
#else
#define IS_BODY (ENDS_THERE && previous[AT(sequence)] == before)
#endif

/* A consumer without a lock, so two may run at once. */
proctype Consumer(byte me) {
	byte at, reached, next, before, a, b, sequence, end;
begin:
	atomic {
		at = checkpoint; reached = checkpoint; sequence = hint;
		isSubscribed[me] = false; isBusy[me] = false;
		before = 0; a = 0; b = 0; end = 0;
		next = 1;
		if
		:: at && sequence >= first && sequence <= last && at == POS(eventB[AT(sequence)]) -> next = sequence + 1
		:: at && sequence >= first && sequence <= last && at == POS(eventA[AT(sequence)]) ->
			next = (eventB[AT(sequence)] -> sequence : sequence + 1)
		:: else
		fi;
		sequence = 0
	};
	/* The stream may change before the subscription opens. */
	isSubscribed[me] = true;
receive:
	if
	:: d_step { isSubscribed[me] && last >= first && last >= next ->
			next = (next < first -> first : next);
			do
			:: next <= last && !eventA[AT(next)] -> next++
			:: else -> break
			od;
			if
			:: next <= last ->
				before = previous[AT(next)];
				end = LAST(eventA[AT(next)], eventB[AT(next)]);
				sequence = next;
				next++
			:: else
			fi
		}
	:: d_step { !isSubscribed[me] -> skip };
		goto begin
#ifndef NO_STALL_CHECK
	/* The stream has further events, but no message comes: this consumer waits for a sequence that is too high. */
	:: d_step { isSubscribed[me] && next > last && ENDS_AT > reached -> skip };
		goto begin
#endif
	fi;
	if
	:: !sequence -> goto receive
	:: else
	fi;
	if
#ifndef NO_PREVIOUS_IN_HEADER
	:: before > reached ->
#ifdef NO_DOUBT
		isSubscribed[me] = false;
		false;
#else
		d_step { isDoubted[0] = true; isDoubted[1] = true; isSubscribed[me] = false };
		/* Time passes until the consumer subscribes again. */
		leader != NOBODY && !isDoubted[leader & 1];
#endif
		goto begin
#endif
	:: else -> reached = (end > reached -> end : reached)
	fi;
	/* The consumer has the header and fetches the body. */
	if
	:: d_step { HAS_BODY && IS_BODY ->
			a = eventA[AT(sequence)]; b = eventB[AT(sequence)];
			isBusy[me] = true
		}
	:: else -> goto begin
	fi;
work:
	if
	:: end <= at
	:: else ->
		if
#ifdef WITH_CRASHES
		:: atomic { faults > 0 -> faults--; goto begin }
#endif
#ifndef NO_COMPARE_OF_CHECKPOINT
		:: checkpoint != at -> goto begin
		:: atomic { checkpoint == at ->
#else
		:: atomic { true ->
#endif
#ifdef NO_EFFECTS_WITH_CHECKPOINT
			checkpoint = end; hint = sequence;
			if
			:: atomic { faults > 0 -> faults--; goto begin }
			:: true
			fi;
#endif
			if
			/* One transaction applies both events of the message, or the first event alone. */
			:: d_step { true ->
					if
					:: IS_NEW(a) -> apply(a)
					:: else
					fi;
					if
					:: IS_NEW(b) -> apply(b)
					:: else
					fi;
					at = end
				}
			:: d_step { a && b && IS_NEW(a) -> apply(a); before = POS(a); at = POS(a); a = 0 }
			fi;
#ifdef NO_CHECKPOINT_WITH_EFFECTS
			if
			:: atomic { faults > 0 -> faults--; goto begin }
			:: true
			fi;
#endif
			d_step { checkpoint = at; hint = sequence }
			}
		fi;
		goto work
	fi;
	d_step { a = 0; b = 0; before = 0; end = 0; sequence = 0; isBusy[me] = false };
	goto receive
}
