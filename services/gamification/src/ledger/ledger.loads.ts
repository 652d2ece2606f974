import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Post } from './ledger.states.js';

interface Row {
  readonly contentId: string;
  readonly isReversed: boolean;
  readonly version: number;
  readonly entries: Post['entries'];
}

/** What content has earned. Reversals of one content follow one another in content's log, so nothing is locked. */
export const loadPosts = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Post>>> => {
  const { rows } = await tx.query<Row>({
    name: 'read-posts',
    text: `select content_id as "contentId", coalesce(is_reversed, false) as "isReversed", coalesce(version, 0) as version,
             coalesce((
               select jsonb_agg(jsonb_build_object('entryId', entry_id, 'accountId', account_id, 'rule', rule, 'amount', amount,
                 'day', day::text, 'contentType', content_type, 'contentId', content_id) order by entry_id)
               from xp_entries where xp_entries.content_id = asked.content_id
             ), '[]') as entries
           from unnest($1::uuid[]) as asked (content_id) left join reversed_posts using (content_id)`,
    values: [keys],
  });
  return new Map(
    rows.map(({ contentId, version, entries, isReversed }) => [contentId, { version, state: { entries, isReversed } }]),
  );
};
