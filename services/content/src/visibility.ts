type Table = 'q' | 'r';

/**
 * True for the viewer's own posts. This and the other conditions take the alias of a table: `q` for questions, `r` for
 * replies. $1 = the viewer's account id and tag, or null for a visitor. The tag matches anonymous posts.
 */
export const isMine = (table: Table): string =>
  `coalesce(${table}.owner ->> 'accountId' = ($1::text[])[1] or ${table}.owner_tag = ($1::text[])[2], false)`;

/** Excludes removed posts, and posts that a running hiding covers. */
const isThereFor = (table: string, accountId: string): string =>
  `(${table}.removal_id is null and not exists (select from hidings h
     where h.is_running and not h.is_shown and h.account_id = ${accountId} and ${table}.created_at <= h.hidden_at))`;

/** Excludes removed posts, and named posts that a running hiding covers. */
export const isThere = (table: Table): string => isThereFor(table, `${table}.owner ->> 'accountId'`);

/** True unless the account with this id (an SQL expression) is deleted. */
export const isStaying = (accountId: string): string =>
  `not exists (select from hidings h where h.account_id = ${accountId}::text and h.cause = 'account' and not h.is_shown)`;

/** As `isThere`, but for episodes (`p`). */
export const isEpisodeThere: string = isThereFor('p', 'p.owner_id::text');

/**
 * True for questions that the viewer sees. A pending question is seen by asker and target, a withheld one only by its
 * asker.
 */
export const isSeen = (table: 'q'): string =>
  `(${isThere(table)} and (${table}.approval = 'open' or ${isMine(table)} 
    or (${table}.target_id::text = ($1::text[])[1] and ${table}.approval <> 'withheld')))`;

/** True for questions that everyone reads completely, which are approved and not locked. */
export const isOpen = (table: 'q'): string =>
  `(${table}.approval = 'open' and ${table}.threshold <= ${table}.latched and ${isThere(table)})`;

/** True if an episode answers the question, even if this episode is removed. */
export const isAnswered = (table: 'q'): string =>
  `exists (select from episode_answers a where a.question_id = ${table}.id and a.at is not null)`;

/** True while any hiding is running. Some of its removals may have no room numbers yet. */
export const isHiding = 'exists (select from hidings h where h.is_running and not h.is_shown)';

/** The SQL placeholders of a statement that hold a viewer's mutes. */
export interface MuteParameters {
  readonly people: string;
  readonly questions: string;
}

/** Literals instead of placeholders, for statements without a viewer's mutes. */
export const withoutMutes: MuteParameters = { people: `'{}'::text[]`, questions: `'{}'::uuid[]` };

/**
 * Leaves out signed posts of muted people, and muted questions with their replies. An anonymous post has no account id,
 * so no mute of its author hides it.
 */
export const isUnmuted = {
  question: ({ people, questions }: MuteParameters): string =>
    `((q.owner ->> 'accountId' = any(${people}::text[])) is not true and q.id <> all(${questions}::uuid[]))`,
  reply: ({ people, questions }: MuteParameters): string =>
    `((r.owner ->> 'accountId' = any(${people}::text[])) is not true and r.question_id <> all(${questions}::uuid[]))`,
  episode: ({ people }: MuteParameters): string => `p.owner_id::text <> all(${people}::text[])`,
};

/** True if a word rule of its target holds the question `q`. */
export const isHeld =
  'exists (select from held_asks h join word_rules w on w.id = h.rule_id where h.question_id = q.id)';
