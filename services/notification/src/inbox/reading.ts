/** Where a notification lies: in the inbox of a person's named content, or in the one of their anonymous content. */
export type Side = 'named' | 'sealed';

/** By side, the number of the newest notification. */
export type Numbers = Readonly<Record<Side, number>>;

type MarkedNotice = readonly [id: string, side: Side, number: number];

/**
 * What a person has read and deleted. It lies apart from their inboxes and is laid over them when they look, so that no row about
 * anonymous content changes when its author reads.
 */
export interface Reading {
  /** Everything up to these numbers is read. */
  readonly upTo: Numbers;
  readonly ones: readonly MarkedNotice[];
  readonly questions: readonly (readonly [questionId: string, upTo: Numbers])[];
  readonly deleted: readonly MarkedNotice[];
}

export type Mark =
  | { readonly kind: 'all'; readonly upTo: Numbers }
  | { readonly kind: 'question'; readonly questionId: string; readonly upTo: Numbers }
  | { readonly kind: 'one' | 'deleted'; readonly side: Side; readonly id: string; readonly number: number };

/** What marks are compared with. A notification that more acts join takes the next number of its inbox. */
export interface NumberedNotice {
  readonly id: string;
  readonly side: Side;
  readonly number: number;
  /** The question that it is about, if any. */
  readonly aboutQuestionId: string | null;
}

export const nothingRead: Reading = { upTo: { named: 0, sealed: 0 }, ones: [], questions: [], deleted: [] };

/** As many marks of a kind are kept for each side as an inbox shows notifications: older ones have gone. */
export const inboxSize = 500;

/** A notification that has been read goes so long after the last act in it. */
export const keptReadDays = 90;

const later = (a: Numbers, b: Numbers): Numbers => ({
  named: Math.max(a.named, b.named),
  sealed: Math.max(a.sealed, b.sealed),
});

const newestOf = (marks: readonly MarkedNotice[]): readonly MarkedNotice[] => {
  if (marks.length <= inboxSize) return marks;
  const ofSide = (side: Side) =>
    marks
      .filter((mark) => mark[1] === side)
      .sort((a, b) => b[2] - a[2])
      .slice(0, inboxSize);
  return [...ofSide('named'), ...ofSide('sealed')];
};

const withMark = (marks: readonly MarkedNotice[], { id, side, number }: { id: string; side: Side; number: number }) => {
  const before = marks.find((mark) => mark[0] === id);
  const others = marks.filter((mark) => mark !== before);
  return newestOf([...others, [id, side, Math.max(number, before?.[2] ?? 0)]]);
};

/** The same mark again changes nothing, and marks may come in any order. */
export const marked = (reading: Reading, mark: Mark): Reading => {
  switch (mark.kind) {
    case 'all': {
      const upTo = later(reading.upTo, mark.upTo);
      return {
        ...reading,
        upTo,
        ones: reading.ones.filter(([, side, number]) => number > upTo[side]),
        questions: reading.questions.filter(
          ([, numbers]) => numbers.named > upTo.named || numbers.sealed > upTo.sealed,
        ),
      };
    }
    case 'question': {
      const before = reading.questions.find(([id]) => id === mark.questionId);
      const others = reading.questions.filter((entry) => entry !== before);
      const entry = [mark.questionId, before ? later(before[1], mark.upTo) : mark.upTo] as const;
      return { ...reading, questions: [...others, entry].slice(-2 * inboxSize) };
    }
    case 'one':
      return { ...reading, ones: withMark(reading.ones, mark) };
    case 'deleted':
      return { ...reading, deleted: withMark(reading.deleted, mark) };
  }
};

/** What `isRead` and `isDeleted` ask many times, looked up quickly. */
export interface ReadingIndex {
  isRead(notice: NumberedNotice): boolean;
  isDeleted(notice: Pick<NumberedNotice, 'id' | 'number'>): boolean;
}

export const indexOf = ({ upTo, ones, questions, deleted }: Reading): ReadingIndex => {
  const readUpTo = new Map(ones.map(([id, , number]) => [id, number]));
  const ofQuestion = new Map(questions);
  const deletedUpTo = new Map(deleted.map(([id, , number]) => [id, number]));
  return {
    isRead: ({ id, side, number, aboutQuestionId }) =>
      number <= upTo[side] ||
      number <= (readUpTo.get(id) ?? 0) ||
      (aboutQuestionId !== null && number <= (ofQuestion.get(aboutQuestionId)?.[side] ?? 0)),
    // As it stood: what joined it while it was being deleted has been told to nobody yet.
    isDeleted: ({ id, number }) => number <= (deletedUpTo.get(id) ?? -1),
  };
};

/** Unread ones are joined by what comes next; a read or deleted one is followed by a new one. */
export const isOpen = (reading: Reading, notice: NumberedNotice): boolean => {
  const index = indexOf(reading);
  return !index.isRead(notice) && !index.isDeleted(notice);
};
