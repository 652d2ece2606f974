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
  version: number;
  /** The room's last number. 0: unchanged. */
  number: number;
  replies: number;
  latched: number;
  approval: Approval | null;
  approvedAt: string | null;
  pinnedReplyId: string | null;
  edited: { readonly titleTextId: string; readonly descriptionTextId: string | null } | null;
  removal: { readonly id: string | null; readonly revision: number } | null;
}

const unchanged = (questionId: string): QuestionChange => ({
  questionId,
  version: 0,
  number: 0,
  replies: 0,
  latched: 0,
  approval: null,
  approvedAt: null,
  pinnedReplyId: null,
  edited: null,
  removal: null,
});

const fold = (change: QuestionChange, { type, data, meta, version }: AppendedEvent<QuestionDefinition>): void => {
  const took = (number: number | null) => (change.number = Math.max(change.number, number ?? 0));
  const ofItsOwn = () => (change.version = Math.max(change.version, version));
  switch (type) {
    case QuestionAsked.type:
      return;
    case ReplyPosted.type:
      took(data.number);
      change.replies += 1;
      return;
    case Revealed.type:
      took(data.number);
      ofItsOwn();
      change.latched = Math.max(change.latched, data.threshold);
      return;
    case QuestionApproved.type:
      took(data.number);
      ofItsOwn();
      change.approval = 'open';
      change.approvedAt = meta.occurredAt;
      return;
    case QuestionIgnored.type:
      ofItsOwn();
      change.approval = 'ignored';
      return;
    case QuestionWithheld.type:
      ofItsOwn();
      change.approval = 'withheld';
      return;
    case QuestionEdited.type:
      took(data.number);
      ofItsOwn();
      change.edited = { titleTextId: data.titleTextId, descriptionTextId: data.descriptionTextId };
      return;
    case ReplyPinned.type:
      took(data.number);
      ofItsOwn();
      change.pinnedReplyId = data.replyId;
      return;
    case ContentRemoved.type:
    case ContentRestored.type: {
      const isRemoved = type === ContentRemoved.type;
      if (data.contentType === 'question') {
        ofItsOwn();
        change.removal = { id: isRemoved ? data.removalId : null, revision: data.revision };
      } else {
        took(data.number);
        change.replies += isRemoved ? -1 : 1;
      }
    }
  }
};

export const questionChanges = (events: readonly AppendedEvent<QuestionDefinition>[]): QuestionChange[] => {
  const changes = new Map<string, QuestionChange>();
  for (const event of events) {
    if (event.type === QuestionAsked.type) continue;
    const { questionId } = event.data;
    const change = changes.get(questionId) ?? unchanged(questionId);
    changes.set(questionId, change);
    fold(change, event);
  }
  return [...changes.values()];
};
