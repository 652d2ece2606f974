import {
  ContentRemoved,
  InvitationRemoved,
  PasswordResetAllowed,
  QuestionWithheld,
  RepostRemoved,
  RoleGranted,
  RoleRevoked,
  XpGranted,
} from '@hearsay/contracts';
import type { Reactor, StoredEvent } from '@hearsay/event-store';
import { actWithoutDetails, type NoteAct, noteAct } from './note-act.decider.js';

const noteActCommand = ({ eventId, meta }: StoredEvent, act: Pick<NoteAct, 'act'> & Partial<NoteAct>) => [
  { definition: noteAct, input: { ...actWithoutDetails, entryId: eventId, actorId: meta.actor, ...act } },
];

/** Records that an ambassador removed another person's content. The entry names no anonymous author. */
const removalsReactor: Reactor<typeof ContentRemoved | typeof QuestionWithheld> = {
  kind: 'reactor',
  name: 'removals',
  source: 'content',
  events: [ContentRemoved, QuestionWithheld],
  commands(event) {
    const removed = { act: 'content-removed', subjectId: event.data.owner.accountId } as const;
    if (event.type === QuestionWithheld.type)
      return noteActCommand(event, { ...removed, contentType: 'question', contentId: event.data.questionId });
    const { contentType, contentId, cause } = event.data;
    return cause === 'ambassador' ? noteActCommand(event, { ...removed, contentType, contentId }) : [];
  },
};

/** Records that an ambassador removed another person's repost. Skips removals by a wipe, which has its own entry. */
const repostRemovalsReactor: Reactor<typeof RepostRemoved> = {
  kind: 'reactor',
  name: 'repost-removals',
  source: 'engagement',
  events: [RepostRemoved],
  commands(event) {
    const { reposterId: subjectId, contentType, contentId } = event.data;
    const isByAnother = event.meta.actor !== null && event.meta.actor !== subjectId;
    return isByAnother ? noteActCommand(event, { act: 'repost-removed', subjectId, contentType, contentId }) : [];
  },
};

const rolesReactor: Reactor<typeof RoleGranted | typeof RoleRevoked> = {
  kind: 'reactor',
  name: 'roles',
  source: 'identity',
  events: [RoleGranted, RoleRevoked],
  commands(event) {
    const { accountId: subjectId, role } = event.data;
    return noteActCommand(event, {
      act: event.type === RoleGranted.type ? 'role-granted' : 'role-revoked',
      subjectId,
      role,
    });
  },
};

/** Identity appends this event only when an ambassador removes another person's invitation. */
const invitationsReactor: Reactor<typeof InvitationRemoved> = {
  kind: 'reactor',
  name: 'invitations',
  source: 'identity',
  events: [InvitationRemoved],
  commands: (event) => noteActCommand(event, { act: 'invitation-removed', subjectId: event.data.accountId }),
};

const resetsReactor: Reactor<typeof PasswordResetAllowed> = {
  kind: 'reactor',
  name: 'resets',
  source: 'identity',
  events: [PasswordResetAllowed],
  commands: (event) => noteActCommand(event, { act: 'reset-allowed', subjectId: event.data.accountId }),
};

const grantsReactor: Reactor<typeof XpGranted> = {
  kind: 'reactor',
  name: 'grants',
  source: 'gamification',
  events: [XpGranted],
  commands(event) {
    const { accountId: subjectId, amount, entryId: xpEntryId } = event.data;
    return noteActCommand(event, { act: 'xp-granted', subjectId, amount, xpEntryId });
  },
};

export const auditReactors = [
  ...[removalsReactor, repostRemovalsReactor, rolesReactor],
  ...[invitationsReactor, resetsReactor, grantsReactor],
];
