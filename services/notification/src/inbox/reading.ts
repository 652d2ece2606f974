export type Side = 'named' | 'sealed';

export type Numbers = Readonly<Record<Side, number>>;

type MarkedNotice = readonly [id: string, side: Side, number: number];

/** Stored apart from the inboxes, so that no row about anonymous content changes when its author reads. */
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

/** A notification takes the next number of its inbox whenever an act joins it. */
export interface NumberedNotice {
  readonly id: string;
  readonly side: Side;
  readonly number: number;
  readonly aboutQuestionId: string | null;
}

export const nothingRead: Reading = { upTo: { named: 0, sealed: 0 }, ones: [], questions: [], deleted: [] };

/** Maximum of notifications per inbox, and of marks per kind and side. */
export const inboxSize = 500;

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

/** Idempotent and independent of the order of marks. */
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

export const indexOf = ({ upTo, ones, questions, deleted }: Reading) => {
  const readUpTo = new Map(ones.map(([id, , number]) => [id, number]));
  const ofQuestion = new Map(questions);
  const deletedUpTo = new Map(deleted.map(([id, , number]) => [id, number]));
  return {
    isRead: ({ id, side, number, aboutQuestionId }: NumberedNotice): boolean =>
      number <= upTo[side] ||
      number <= (readUpTo.get(id) ?? 0) ||
      (aboutQuestionId !== null && number <= (ofQuestion.get(aboutQuestionId)?.[side] ?? 0)),
    // Compares the number at the deletion: acts that joined during the deletion are unread.
    isDeleted: ({ id, number }: Pick<NumberedNotice, 'id' | 'number'>): boolean =>
      number <= (deletedUpTo.get(id) ?? -1),
  };
};

/** Further acts join an open notification. After it is read or deleted, they begin a new one. */
export const isOpen = (reading: Reading, notice: NumberedNotice): boolean => {
  const index = indexOf(reading);
  return !index.isRead(notice) && !index.isDeleted(notice);
};
