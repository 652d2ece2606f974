/* The log in PostgreSQL: its writers, its readers, and what it lacks. */
#define LOGGED(event) ((inLog & BIT(ID(event))) && position[ID(event)] == POS(event))
#define IN_OLD_LOG(event) ((inOldLog & BIT(ID(event))) && original[ID(event)] == POS(event))

#ifdef NO_HORIZON
#define IS_BELOW_HORIZON(p) true
#else
#define IS_BELOW_HORIZON(p) (EPOCH(p) < epoch || (p) < horizon)
#endif
#define IN_NEW(id, after) ((inLog & BIT(id)) && position[id] > (after) && IS_BELOW_HORIZON(position[id]))
#define IN_OLD(id, after) ((inOldLog & BIT(id)) && original[id] > (after))
#define IS_MORE_IN_NEW(after) (IN_NEW(1, after) || IN_NEW(2, after) || IN_NEW(3, after) || IN_NEW(4, after))
#define IS_MORE_IN_OLD(after) (IN_OLD(1, after) || IN_OLD(2, after) || IN_OLD(3, after) || IN_OLD(4, after))
#define IS_MORE(after) (readsOldLog[me] -> IS_MORE_IN_OLD(after) : IS_MORE_IN_NEW(after))

/*
 * Sets `isBad` if the stream has events that the log lacks, or if a moved log has no stream to prove itself. A moved log
 * that passes begins a new epoch.
 */
inline find_log_loss(end, isOld) {
	isBad = false;
	if
	:: isOld -> isBad = (end && !IN_OLD_LOG(end))
	:: !isOld && !end -> isBad = isMoved
	:: !isOld && end -> isBad = !LOGGED(end)
	fi;
#ifndef NO_CHECK_BEFORE_END
	if
	:: isMoved && !isOld ->
		i = first;
		do
		:: i <= last && !isBad ->
			isBad = (eventA[AT(i)] && !LOGGED(eventA[AT(i)])) || (eventB[AT(i)] && !LOGGED(eventB[AT(i)]));
			i++
		:: else -> break
		od;
		i = 0
	:: else
	fi;
#endif
#ifdef SYNCHRONOUS
	/* What others have read survives a promotion. Only a log with an empty stream waits for an operator. */
	assert(isOld || !end || !isBad);
#endif
	if
	:: isMoved && !isOld && !isBad ->
		isMoved = false;
#ifndef NO_EPOCH_PER_PROMOTION
		epoch++
#endif
	:: else
	fi
}

inline report(isLoss) {
	isLossReported = isLoss;
	isChecked = (isLoss -> false : isChecked)
}

inline find_horizon() {
	horizon = 255;
	i = 1;
	do
	:: i <= EVENTS ->
		if
		:: (running & BIT(i)) && position[i] < horizon -> horizon = position[i]
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0
}

/* Transactions of two processes overlap: they get their ids when they begin, and commit in any order. */
#define CAN_BEGIN (nextId <= EVENTS && nextTxid < 8 && (running == 0 || (running & (running - 1)) == 0))
proctype Writers() {
	byte id, streamEnd;
	do
#ifdef NO_STOP_OF_APPENDS
	:: d_step { CAN_BEGIN ->
#else
	:: d_step { CAN_BEGIN && !isLossReported && !isChecked ->
			find_end(streamEnd);
			find_log_loss(streamEnd, false);
			streamEnd = 0;
			report(isBad);
			isChecked = !isBad;
			isBad = false
		}
	:: d_step { CAN_BEGIN && !isLossReported && isChecked ->
#endif
			position[nextId] = POSITION(epoch, nextTxid);
			original[nextId] = position[nextId];
			running = running | BIT(nextId);
			nextTxid++;
			nextId++;
			find_horizon()
		}
	:: atomic { running != 0 ->
			if
			:: running & BIT(1) -> id = 1
			:: running & BIT(2) -> id = 2
			:: running & BIT(3) -> id = 3
			:: running & BIT(4) -> id = 4
			fi;
			d_step {
				running = running & ~BIT(id);
				inLog = inLog | BIT(id);
				commits[committed] = id;
				committed++;
				id = 0;
				find_horizon()
			}
		}
#ifdef SYNCHRONOUS
	:: d_step { inStandby != inLog -> inStandby = inLog }
#endif
	od
}

/* The next event after a position, 0 without one. */
inline read_next(after, result) {
	found = 255;
	i = 1;
	do
	:: i <= EVENTS ->
		if
		:: !readsOldLog[me] && IN_NEW(i, after) && EVENT(position[i], i) < found -> found = EVENT(position[i], i)
		:: readsOldLog[me] && IN_OLD(i, after) && EVENT(original[i], i) < found -> found = EVENT(original[i], i)
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	result = (found == 255 -> 0 : found);
	found = 0
}
