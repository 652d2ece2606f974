/* The JetStream stream: what it stores, and what it lacks. */
inline clear(slot) { previous[slot] = 0; eventA[slot] = 0; eventB[slot] = 0 }

inline wake_all() { isAwake[0] = true; isAwake[1] = true }
inline wake_others(me) { isAwake[1 - me] = true }

inline purge() {
	first = last + 1;
	i = 0;
	do
	:: i < SLOTS -> clear(i); i++
	:: else -> break
	od;
	i = 0;

}

/* The last event of the last readable message, 0 without one. */
inline find_end(result) {
	result = 0;
	i = last;
	do
	:: i >= first && !eventA[AT(i)] -> i--
	:: else -> break
	od;
	if
	:: i >= first -> result = (eventB[AT(i)] -> eventB[AT(i)] : eventA[AT(i)])
	:: else
	fi;
	i = 0
}

/* The server stores a message if the stream ends where the message expects it. */
inline store(expects, before, a, b, isStored) {
#ifdef NO_EXPECTED_SEQUENCE
	isStored = true;
#else
	isStored = (last == expects);
#endif
	if
	:: isStored && last + 1 - first < SLOTS ->
		/* Messages of an undamaged stream form a chain, even if two relays publish them. */
		assert(isDamaged || last < first || before == LAST(eventA[AT(last)], eventB[AT(last)]));
		last++;
		/* An endless run would not end here. */
		assert(last < 40);
		previous[AT(last)] = before;
		eventA[AT(last)] = a;
		eventB[AT(last)] = b
	:: else -> isStored = false
	fi
}

/* Sets `isBad` if the first message, the last message or a count shows a loss. If asked, follows the whole chain. */
inline find_stream_loss(isAsked) {
	isBad = false;
	if
	:: first <= last ->
		isBad = previous[AT(first)] != 0;
		i = first;
		do
		:: i <= last && !isBad -> isBad = !eventA[AT(i)]; i++
		:: else -> break
		od;
		i = first + 1;
		do
		:: isAsked && i <= last && !isBad ->
			isBad = previous[AT(i)] > LAST(eventA[AT(i - 1)], eventB[AT(i - 1)]);
			i++
		:: else -> break
		od;
		i = 0
	:: else
	fi
}

proctype Network() {
	bool isStored;
	do
	:: d_step { lateA ->
			store(lateExpected, latePrevious, lateA, lateB, isStored);
			isStored = false;
			wake_all();
			lateExpected = 0; latePrevious = 0; lateA = 0; lateB = 0
		}
	:: d_step { lateA -> lateExpected = 0; latePrevious = 0; lateA = 0; lateB = 0 }
	od
}
