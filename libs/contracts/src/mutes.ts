import * as z from 'zod/mini';
import { UserCard } from './people.js';
import { Instant, named } from './primitives.js';
import { Question } from './questions.js';

/** `on` is the new state of a block or mute. A repeated call changes nothing. */
export const MuteSwitchBody = z.object({ on: z.boolean() });
export type MuteSwitchBody = z.infer<typeof MuteSwitchBody>;
export const BlockStatus = named('BlockStatus', z.object({ isBlocked: z.boolean() }));
export type BlockStatus = z.infer<typeof BlockStatus>;
export const MuteStatus = named('MuteStatus', z.object({ isMuted: z.boolean() }));
export type MuteStatus = z.infer<typeof MuteStatus>;

const BlockedUser = named('BlockedUser', z.object({ user: UserCard, createdAt: Instant }));
export type BlockedUser = z.infer<typeof BlockedUser>;
export const BlockedUsers = z.array(BlockedUser);
const MutedUser = named('MutedUser', z.object({ user: UserCard, createdAt: Instant }));
const MutedQuestion = named('MutedQuestion', z.object({ question: Question, createdAt: Instant }));
const Muted = z.union([MutedUser, MutedQuestion]);
export type Muted = z.infer<typeof Muted>;
export const MutedList = z.array(Muted);

/** A block or mute in the account export. The name is null while the person is hidden. */
export const OwnMute = named(
  'OwnMute',
  z.object({
    kind: z.enum(['block', 'person', 'question']),
    id: z.string(),
    username: z.nullable(z.string()),
    createdAt: Instant,
  }),
);
export type OwnMute = z.infer<typeof OwnMute>;
