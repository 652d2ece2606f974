import {
  ContentRemoved,
  ContentRestored,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  QuestionIgnored,
  QuestionWithheld,
  ReplyPinned,
  ReplyPosted,
  Revealed,
} from '@hearsay/contracts';
import type { AppendedEvent } from '@hearsay/event-store';
import type { QuestionDefinition } from './question.aggregates.js';
import type { Approval } from './question.sql.js';

/** The change of a question's row by a batch of events. Null fields stay. */
export interface QuestionChange {
  readonly questionId: string;
  /** 0: no event of its own stream. */
  readonly version: number;
  /** The room's last number. 0: unchanged. */
  readonly number: number;
  readonly replies: number;
  readonly latched: number;
  readonly approval: Approval | null;
  readonly approvedAt: string | null;
  readonly pinnedReplyId: string | null;
  readonly isEdited: boolean;
  readonly titleTextId: string | null;
  readonly descriptionTextId: string | null;
  readonly removalId: string | null;
  readonly removalRevision: number;
}

const unchanged: Omit<QuestionChange, 'questionId'> = {
  ...{ version: 0, number: 0, replies: 0, latched: 0, approval: null, approvedAt: null, pinnedReplyId: null },
  ...{ isEdited: false, titleTextId: null, descriptionTextId: null, removalId: null, removalRevision: 0 },
};

const changeBy = ({ type, data, meta, version }: AppendedEvent<QuestionDefinition>): Partial<QuestionChange> => {
  switch (type) {
    case QuestionAsked.type:
      return {};
    case ReplyPosted.type:
      return { number: data.number, replies: 1 };
    case Revealed.type:
      return { version, number: data.number, latched: data.threshold };
    case QuestionApproved.type:
      return { version, number: data.number, approval: 'open', approvedAt: meta.occurredAt };
    case QuestionIgnored.type:
      return { version, approval: 'ignored' };
    case QuestionWithheld.type:
      return { version, approval: 'withheld' };
    case QuestionEdited.type: {
      const { number, titleTextId, descriptionTextId } = data;
      return { version, number, isEdited: true, titleTextId, descriptionTextId };
    }
    case ReplyPinned.type:
      return { version, number: data.number, pinnedReplyId: data.replyId };
    case ContentRemoved.type:
    case ContentRestored.type: {
      const isRemoved = type === ContentRemoved.type;
      if (data.contentType === 'question')
        return { version, removalId: isRemoved ? data.removalId : null, removalRevision: data.revision };
      return { number: data.number ?? 0, replies: isRemoved ? -1 : 1 };
    }
  }
};

export const questionChanges = (events: readonly AppendedEvent<QuestionDefinition>[]): QuestionChange[] => {
  const changes = new Map<string, QuestionChange>();
  for (const event of events) {
    if (event.type === QuestionAsked.type) continue;
    const { questionId } = event.data;
    const before = changes.get(questionId) ?? { ...unchanged, questionId };
    const next = { ...before, ...changeBy(event) };
    changes.set(questionId, {
      ...next,
      version: Math.max(before.version, next.version),
      number: Math.max(before.number, next.number),
      latched: Math.max(before.latched, next.latched),
      replies: before.replies + (changeBy(event).replies ?? 0),
    });
  }
  return [...changes.values()];
};
