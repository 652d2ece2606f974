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
import { blankAct, type NoteAct, noteAct } from './note-act.decider.js';

const note = ({ eventId, meta }: StoredEvent, act: Pick<NoteAct, 'act'> & Partial<NoteAct>) => [
  { definition: noteAct, input: { ...blankAct, entryId: eventId, actorId: meta.actor, ...act } },
];

/** Removals of other people's content by ambassadors. Anonymous authors stay unnamed. */
const removalsReactor: Reactor<typeof ContentRemoved | typeof QuestionWithheld> = {
  kind: 'reactor',
  name: 'removals',
  source: 'content',
  events: [ContentRemoved, QuestionWithheld],
  commands(event) {
    const removed = { act: 'content-removed', subjectId: event.data.owner.accountId } as const;
    if (event.type === QuestionWithheld.type)
      return note(event, { ...removed, contentType: 'question', contentId: event.data.questionId });
    const { contentType, contentId, cause } = event.data;
    return cause === 'ambassador' ? note(event, { ...removed, contentType, contentId }) : [];
  },
};

/** Removals of other people's reposts. Removals by a wipe have no actor, and the wipe has its own entry. */
const repostRemovalsReactor: Reactor<typeof RepostRemoved> = {
  kind: 'reactor',
  name: 'repost-removals',
  source: 'engagement',
  events: [RepostRemoved],
  commands(event) {
    const { reposterId: subjectId, contentType, contentId } = event.data;
    const isByAnother = event.meta.actor !== null && event.meta.actor !== subjectId;
    return isByAnother ? note(event, { act: 'repost-removed', subjectId, contentType, contentId }) : [];
  },
};

const rolesReactor: Reactor<typeof RoleGranted | typeof RoleRevoked> = {
  kind: 'reactor',
  name: 'roles',
  source: 'identity',
  events: [RoleGranted, RoleRevoked],
  commands(event) {
    const { accountId: subjectId, role } = event.data;
    return note(event, { act: event.type === RoleGranted.type ? 'role-granted' : 'role-revoked', subjectId, role });
  },
};

/** The identity service makes this event only for an ambassador who acts on another person. */
const invitationsReactor: Reactor<typeof InvitationRemoved> = {
  kind: 'reactor',
  name: 'invitations',
  source: 'identity',
  events: [InvitationRemoved],
  commands: (event) => note(event, { act: 'invitation-removed', subjectId: event.data.accountId }),
};

const resetsReactor: Reactor<typeof PasswordResetAllowed> = {
  kind: 'reactor',
  name: 'resets',
  source: 'identity',
  events: [PasswordResetAllowed],
  commands: (event) => note(event, { act: 'reset-allowed', subjectId: event.data.accountId }),
};

const grantsReactor: Reactor<typeof XpGranted> = {
  kind: 'reactor',
  name: 'grants',
  source: 'gamification',
  events: [XpGranted],
  commands(event) {
    const { accountId: subjectId, amount, entryId: xpEntryId } = event.data;
    return note(event, { act: 'xp-granted', subjectId, amount, xpEntryId });
  },
};

export const actsReactors = [
  ...[removalsReactor, repostRemovalsReactor, rolesReactor],
  ...[invitationsReactor, resetsReactor, grantsReactor],
];
