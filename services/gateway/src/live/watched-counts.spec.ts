import { type LiveCounts, liveSubjects } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { WatchedCounts } from './watched-counts.js';

const first = uuidv7();
const idWhere = (isWanted: (id: string) => boolean): string => {
  const id = uuidv7();
  return isWanted(id) ? id : idWhere(isWanted);
};
const subject = liveSubjects.counts(first);
const second = idWhere((id) => liveSubjects.counts(id) === subject);
const elsewhere = idWhere((id) => liveSubjects.counts(id) !== subject);

const countsOf = (questionId: string, boostCount: number): LiveCounts => ({
  questionId,
  boostCount,
  repostCount: 0,
  revision: boostCount,
});

let subscribed: Map<string, (data: { items: LiveCounts[] }) => void>;
let counts: WatchedCounts;
const seen = (list: LiveCounts[]) => (counts: LiveCounts) => void list.push(counts);

beforeEach(() => {
  subscribed = new Map();
  counts = new WatchedCounts((toSubject, receive) => {
    expect(subscribed.has(toSubject)).toBe(false);
    subscribed.set(toSubject, receive as never);
    return { unsubscribe: () => void subscribed.delete(toSubject) };
  });
});

describe('counts of watched questions', () => {
  it('reach who watches the question, out of the message for its whole shard', () => {
    const [ofFirst, ofSecond]: LiveCounts[][] = [[], []];
    counts.watch(first, seen(ofFirst!));
    counts.watch(second, seen(ofSecond!));
    subscribed.get(subject)!({ items: [countsOf(first, 1), countsOf(second, 7), countsOf(elsewhere, 9)] });
    expect([ofFirst, ofSecond]).toEqual([[countsOf(first, 1)], [countsOf(second, 7)]]);
  });

  it('need one subscription a shard, from its first watched question to its last', () => {
    const watching = [first, second, elsewhere].map((id) => counts.watch(id, () => undefined));
    expect([...subscribed.keys()].sort()).toEqual([subject, liveSubjects.counts(elsewhere)].sort());
    watching[0]!.unsubscribe();
    expect(subscribed.has(subject)).toBe(true);
    watching[1]!.unsubscribe();
    watching[1]!.unsubscribe();
    expect([...subscribed.keys()]).toEqual([liveSubjects.counts(elsewhere)]);
  });

  it('go on for a question that is watched again while the old watch ends', () => {
    const [old, again]: LiveCounts[][] = [[], []];
    const ending = counts.watch(first, seen(old!));
    counts.watch(first, seen(again!));
    ending.unsubscribe();
    subscribed.get(subject)!({ items: [countsOf(first, 2)] });
    expect([old, again]).toEqual([[], [countsOf(first, 2)]]);
  });
});
