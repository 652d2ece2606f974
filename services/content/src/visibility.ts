type Table = 'q' | 'r';

/**
 * Locked words and what is not for everyone are withheld by the database itself. `q` are questions, `r` replies; $1 = the viewer's account and
 * their tag, by which an anonymous author finds their own; null for a visitor.
 */
export const isMine = (table: Table): string =>
  `coalesce(${table}.owner ->> 'accountId' = ($1::text[])[1] or ${table}.owner_tag = ($1::text[])[2], false)`;

/** What keeps a post from all reads: its own removal, or that its author's posts are being hidden. */
const isThereFor = (table: string, accountId: string): string =>
  `(${table}.removal_id is null and not exists (select from hidings h
     where h.is_running and not h.is_shown and h.account_id = ${accountId} and ${table}.created_at <= h.hidden_at))`;

/** Neither removed nor of a person whose posts are being hidden: nobody reads such a post, not even its author. */
export const isThere = (table: Table): string => isThereFor(table, `${table}.owner ->> 'accountId'`);

/** The same of an episode, `p`. */
export const isEpisodeThere: string = isThereFor('p', 'p.owner_id::text');

/** A question that this viewer sees: a pending one is its author's and its target's alone, a withheld one its author's. */
export const isSeen = (table: 'q'): string =>
  `(${isThere(table)} and (${table}.approval = 'open' or ${isMine(table)} 
    or (${table}.target_id::text = ($1::text[])[1] and ${table}.approval <> 'withheld')))`;

/** Posts are being hidden whose removals have taken no number in their rooms yet. */
export const isHiding = 'exists (select from hidings h where h.is_running and not h.is_shown)';
