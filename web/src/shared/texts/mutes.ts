import { isolateDirection } from '@hearsay/contracts';

/* Texts of blocks and mutes. */
export const muteTexts = {
  block: (username: string) => `Block ${isolateDirection(username)}`,
  unblock: (username: string) => `Unblock ${isolateDirection(username)}`,
  mute: (username: string) => `Mute ${isolateDirection(username)}`,
  unmute: (username: string) => `Unmute ${isolateDirection(username)}`,
  muteQuestion: 'Mute this question',
  unmuteQuestion: 'Unmute this question',
  sure: {
    title: (username: string) => `Block ${isolateDirection(username)}?`,
    text: 'They cannot ask you, follow you or reply to you by name, and you no longer see their posts. They are not told.',
    verb: 'Block',
  },
  done: {
    block: (username: string) => `You block ${isolateDirection(username)}`,
    person: (username: string) => `You have muted ${isolateDirection(username)}`,
    question: 'You have muted this question',
  },
  undone: {
    block: (username: string) => `You no longer block ${isolateDirection(username)}`,
    person: (username: string) => `You hear ${isolateDirection(username)} again`,
    question: 'You hear of this question again',
  },
  undoLater: 'You can undo it in Settings at any time.',
  failed: 'Could not change this',
  mustSignIn: 'You must be logged in to block and mute',
  card: {
    title: 'Blocked and muted',
    explanation: 'You do not see the signed posts of these people, nor these questions. Nobody is told.',
    none: 'Nobody is blocked or muted.',
    failed: 'Blocked and muted people could not be loaded',
    blocked: 'Blocked',
    muted: 'Muted',
    question: 'Muted question',
    undo: 'Undo',
  },
} as const;
