/* Faults, and the operator who recovers a log. */
#define IS_FILLED (!IS_AFTER(1) && !IS_AFTER(2) && !IS_AFTER(3) && !IS_AFTER(4) && (last < first || previous[AT(first)] == 0))
#define IS_AFTER(id) ((inLog & BIT(id)) && position[id] > ENDS_AT)

inline find_up_to_checkpoint(event) { found = (event && POS(event) <= checkpoint && POS(event) > found -> POS(event) : found) }

inline find_position(p) {
	isBad = (p != 0);
	i = first;
	do
	:: i <= last ->
		isBad = isBad && POS(eventA[AT(i)]) != p && POS(eventB[AT(i)]) != p;
		i++
	:: else -> break
	od
}

inline apply_again(event) {
	if
	:: event && POS(event) <= checkpoint -> applied = applied | BIT(ID(event)); appliedAt[ID(event)] = POS(event)
	:: else
	fi
}

/* `npm run recover`, then `recover-consumers` in the consumers' service. */
proctype Operator() {
	byte fork, moved;
	bool isKnown;
	do
	:: d_step { isLossReported && epoch < 3 && running == 0 && !readsOldLog[0] && !readsOldLog[1] ->
			isKnown = false;
			i = last;
			do
			:: i >= first && !fork ->
				isKnown = (isKnown || eventA[AT(i)]);
				if
				:: eventB[AT(i)] && LOGGED(eventB[AT(i)]) -> fork = eventB[AT(i)]
				:: else ->
					if
					:: eventA[AT(i)] && LOGGED(eventA[AT(i)]) -> fork = eventA[AT(i)]
					:: else
					fi
				fi;
				i--
			:: else -> break
			od;
			i = 0;
			isMoved = false;
			isLossReported = false;
#ifndef NO_NEW_EPOCH
			epoch++;
			j = 0;
			do
			:: j < committed && commits[j] != ID(fork) -> j++
			:: else -> break
			od;
			/* Without a last common event, all events move into the new epoch. */
			found = (fork -> j : 255);
			j = 0;
			do
			:: j < committed ->
				if
				:: isKnown && (found == 255 || position[commits[j]] > POS(fork) || j > found) ->
					moved++;
					position[commits[j]] = POSITION(epoch, moved)
				:: else
				fi;
				j++
			:: else -> break
			od;
			found = 0; j = 0;
			nextTxid = moved + 1;
#endif
			moved = 0; fork = 0; isKnown = false
		};
#ifndef NO_PURGE_IN_RECOVERY
		d_step { purge(); wake_all() };
#else
		wake_all();
#endif
		/* The relay has filled the stream, and consumers have applied what they held before. */
		if
		:: isLossReported && last >= first -> goto again
		:: d_step { !isLossReported && IS_FILLED && !isBusy[0] && !isBusy[1] ->
#ifndef NO_REWIND
			/* The checkpoint goes back to an event that the stream has. */
			i = first;
			do
			:: i <= last -> find_up_to_checkpoint(eventA[AT(i)]); find_up_to_checkpoint(eventB[AT(i)]); i++
			:: else -> break
			od;
			if
			:: found != checkpoint -> checkpoint = found; hint = 0
			:: else
			fi;
			found = 0;
#endif
#ifndef REACTOR
			/* A rebuild up to the checkpoint. It fails if the stream has no such event. */
			find_position(checkpoint);
			if
			:: isBad -> isBad = false
			:: else ->
				applied = 0;
				appliedAt[1] = 0; appliedAt[2] = 0; appliedAt[3] = 0; appliedAt[4] = 0;
				i = first;
				do
				:: i <= last -> apply_again(eventA[AT(i)]); apply_again(eventB[AT(i)]); i++
				:: else -> break
				od
			fi;
#endif
			i = 0
		}
		fi;
again:	skip
	od
}

/* The standby lacks the last `lost` commits, and assigns transaction ids after the last that it knows. */
inline fail_over(lost) {
	inOldLog = inLog;
	i = 0;
	do
	:: i < lost && committed > 0 ->
		committed--;
#ifdef SYNCHRONOUS
		if
		:: inStandby & BIT(commits[committed]) -> committed++; break
		:: else
		fi;
#endif
		inLog = inLog & ~BIT(commits[committed]);
		commits[committed] = 0;
		i++
	:: else -> break
	od;
	i = 0;
#ifdef SYNCHRONOUS
	inStandby = inLog;
#endif
	running = 0;
	horizon = 255;
	nextTxid = 1;
	do
	:: i < committed ->
		if
		:: (position[commits[i]] & 7) >= nextTxid -> nextTxid = (position[commits[i]] & 7) + 1
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	isMoved = true;
	hasFailedOver = true;
	isChecked = false;
	if
	:: leader != NOBODY -> readsOldLog[leader & 1] = true
	:: else
	fi;
	leader = NOBODY
}

proctype Faults() {
	byte at;
	do
#ifdef WITH_LOST_TAIL
	/* NATS lost its newest messages. */
	:: d_step { faults > 0 && last >= first -> faults--; clear(AT(last)); last--; isDamaged = true; wake_all();
			isSubscribed[0] = false; isSubscribed[1] = false }
#endif
#ifdef WITH_DELETION
	/* The stream was deleted; the relay makes it again. */
	:: d_step { faults > 0 && last >= first -> faults--; purge(); isDamaged = true; first = 1; last = 0; wake_all();
			isSubscribed[0] = false; isSubscribed[1] = false }
	/* One message is gone. */
	:: atomic { faults > 0 && last >= first ->
			at = first;
			do
			:: at < last -> at++
			:: true -> break
			od;
			d_step {
				faults--;
				isDamaged = true; wake_all();
				clear(AT(at));
				do
				:: first <= last && !eventA[AT(first)] -> first++
				:: else -> break
				od;
				at = 0
			}
		}
#endif
#ifdef WITH_STALE_LEADER
	/* The lock is free, but its holder does not know it. */
	:: d_step { faults > 0 && leader != NOBODY -> faults--; leader = NOBODY }
#endif
#ifdef WITH_FAILOVER
	:: d_step { faults > 0 && !hasFailedOver && committed > 0 -> faults--; fail_over(0) }
	:: d_step { faults > 0 && !hasFailedOver && committed > 0 -> faults--; fail_over(1) }
	:: d_step { faults > 0 && !hasFailedOver && committed > 1 -> faults--; fail_over(2) }
#endif
	:: atomic { faults > 0 -> faults = 0 }
	od
}
