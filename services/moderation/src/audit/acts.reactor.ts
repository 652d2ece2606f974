import {
  ContentRemoved,
  PasswordResetAllowed,
  QuestionWithheld,
  RepostRemoved,
  RoleGranted,
  RoleRevoked,
  XpGranted,
} from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { type NoteAct, noteAct } from './note-act.decider.js';

const note = (act: NoteAct) => [{ definition: noteAct, input: act }];

/** Removals of other people's content by ambassadors. Anonymous authors stay unnamed. */
export const removalsReactor: Reactor<typeof ContentRemoved | typeof QuestionWithheld> = {
  kind: 'reactor',
  name: 'removals',
  source: 'content',
  events: [ContentRemoved, QuestionWithheld],
  commands({ eventId, type, data, meta }) {
    if (type === ContentRemoved.type && data.cause !== 'ambassador') return [];
    const [contentType, contentId] =
      type === QuestionWithheld.type ? (['question', data.questionId] as const) : [data.contentType, data.contentId];
    const act = {
      entryId: eventId,
      act: 'content-removed',
      actorId: meta.actor,
      subjectId: data.owner.accountId,
    } as const;
    return note({ ...act, contentType, contentId, role: null });
  },
};

/** Removals of reposts by another person. A wipe's removals have no actor and an entry of their own. */
export const repostRemovalsReactor: Reactor<typeof RepostRemoved> = {
  kind: 'reactor',
  name: 'repost-removals',
  source: 'engagement',
  events: [RepostRemoved],
  commands: ({ eventId, data: { reposterId, contentType, contentId }, meta }) =>
    meta.actor !== null && meta.actor !== reposterId
      ? note({
          entryId: eventId,
          act: 'repost-removed',
          actorId: meta.actor,
          subjectId: reposterId,
          contentType,
          contentId,
          role: null,
        })
      : [],
};

export const rolesReactor: Reactor<typeof RoleGranted | typeof RoleRevoked> = {
  kind: 'reactor',
  name: 'roles',
  source: 'identity',
  events: [RoleGranted, RoleRevoked],
  commands: ({ eventId, type, data: { accountId, role }, meta }) =>
    note({
      entryId: eventId,
      act: type === RoleGranted.type ? 'role-granted' : 'role-revoked',
      actorId: meta.actor,
      subjectId: accountId,
      contentType: null,
      contentId: null,
      role,
    }),
};

export const resetsReactor: Reactor<typeof PasswordResetAllowed> = {
  kind: 'reactor',
  name: 'resets',
  source: 'identity',
  events: [PasswordResetAllowed],
  commands: ({ eventId, data: { accountId }, meta }) =>
    note({
      entryId: eventId,
      act: 'reset-allowed',
      actorId: meta.actor,
      subjectId: accountId,
      contentType: null,
      contentId: null,
      role: null,
    }),
};

export const grantsReactor: Reactor<typeof XpGranted> = {
  kind: 'reactor',
  name: 'grants',
  source: 'gamification',
  events: [XpGranted],
  commands: ({ eventId, data: { accountId, amount, entryId }, meta }) =>
    note({
      entryId: eventId,
      act: 'xp-granted',
      actorId: meta.actor,
      subjectId: accountId,
      contentType: null,
      contentId: null,
      role: null,
      amount,
      xpEntryId: entryId,
    }),
};
