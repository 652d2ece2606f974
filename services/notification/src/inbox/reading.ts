/** `named` is the inbox under the account id, `sealed` the one about the person's anonymous content. */
export type InboxSide = 'named' | 'sealed';

export type NumbersBySide = Readonly<Record<InboxSide, number>>;

type MarkedNotice = readonly [id: string, side: InboxSide, number: number];

/**
 * What a person has read and deleted. It is stored apart from the inboxes, so that no row about anonymous content
 * changes when its author reads.
 */
export interface ReadState {
  /** All notifications with numbers up to these are read. */
  readonly upTo: NumbersBySide;
  readonly ones: readonly MarkedNotice[];
  readonly questions: readonly (readonly [questionId: string, upTo: NumbersBySide])[];
  readonly deleted: readonly MarkedNotice[];
}

export type ReadMark =
  | { readonly kind: 'all'; readonly upTo: NumbersBySide }
  | { readonly kind: 'question'; readonly questionId: string; readonly upTo: NumbersBySide }
  | { readonly kind: 'one' | 'deleted'; readonly side: InboxSide; readonly id: string; readonly number: number };

/** `number` is the last number of the inbox that this notification took. It takes the next one with each new act. */
export interface NumberedNotice {
  readonly id: string;
  readonly side: InboxSide;
  readonly number: number;
  readonly aboutQuestionId: string | null;
}

export const emptyReadState: ReadState = { upTo: { named: 0, sealed: 0 }, ones: [], questions: [], deleted: [] };

/** Maximum number of notifications per inbox, and of marks per kind and side. */
export const maxInboxSize = 500;

export const keepReadDays = 90;

const laterNumbers = (a: NumbersBySide, b: NumbersBySide): NumbersBySide => ({
  named: Math.max(a.named, b.named),
  sealed: Math.max(a.sealed, b.sealed),
});

const newestOf = (marks: readonly MarkedNotice[]): readonly MarkedNotice[] => {
  if (marks.length <= maxInboxSize) return marks;
  const ofSide = (side: InboxSide) =>
    marks
      .filter((mark) => mark[1] === side)
      .sort((a, b) => b[2] - a[2])
      .slice(0, maxInboxSize);
  return [...ofSide('named'), ...ofSide('sealed')];
};

const withMark = (
  marks: readonly MarkedNotice[],
  { id, side, number }: { id: string; side: InboxSide; number: number },
) => {
  const before = marks.find((mark) => mark[0] === id);
  const others = marks.filter((mark) => mark !== before);
  return newestOf([...others, [id, side, Math.max(number, before?.[2] ?? 0)]]);
};

/** Adds a mark. Marks in any order, even repeated, give the same result. */
export const applyMark = (reading: ReadState, mark: ReadMark): ReadState => {
  switch (mark.kind) {
    case 'all': {
      const upTo = laterNumbers(reading.upTo, mark.upTo);
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
      const entry = [mark.questionId, before ? laterNumbers(before[1], mark.upTo) : mark.upTo] as const;
      return { ...reading, questions: [...others, entry].slice(-2 * maxInboxSize) };
    }
    case 'one':
      return { ...reading, ones: withMark(reading.ones, mark) };
    case 'deleted':
      return { ...reading, deleted: withMark(reading.deleted, mark) };
  }
};

export const indexReadState = ({ upTo, ones, questions, deleted }: ReadState) => {
  const readUpTo = new Map(ones.map(([id, , number]) => [id, number]));
  const ofQuestion = new Map(questions);
  const deletedUpTo = new Map(deleted.map(([id, , number]) => [id, number]));
  return {
    isRead: ({ id, side, number, aboutQuestionId }: NumberedNotice): boolean =>
      number <= upTo[side] ||
      number <= (readUpTo.get(id) ?? 0) ||
      (aboutQuestionId !== null && number <= (ofQuestion.get(aboutQuestionId)?.[side] ?? 0)),
    // The mark has the number that the person saw. An act that joined during the deletion has raised the number, so the
    // notification is not deleted.
    isDeleted: ({ id, number }: Pick<NumberedNotice, 'id' | 'number'>): boolean =>
      number <= (deletedUpTo.get(id) ?? -1),
  };
};

/** True if the next act joins this notification. If it was read or deleted, the next act begins a new one. */
export const isUnread = (reading: ReadState, notice: NumberedNotice): boolean => {
  const index = indexReadState(reading);
  return !index.isRead(notice) && !index.isDeleted(notice);
};
