import type { ContentType, XpRule } from '@hearsay/contracts';
import type { RowWriter, Transaction, VersionedState } from '@hearsay/event-store';

export interface Earning {
  readonly entryId: string;
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
}

export interface PostXp {
  readonly entries: readonly (Earning & { /** UTC day of the act. */ readonly day: string })[];
  /** True while the content is removed. */
  readonly isReversed: boolean;
}

/** Takes no locks, because the reversals of one content come one after the other from content's log. */
export const loadPostXp = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<PostXp>>> => {
  const { rows } = await tx.query<VersionedState<PostXp> & { contentId: string }>({
    name: 'read-posts',
    text: `select content_id as "contentId", coalesce(version, 0) as version,
             jsonb_build_object('isReversed', coalesce(is_reversed, false), 'entries', coalesce((
               select jsonb_agg(jsonb_build_object('entryId', entry_id, 'accountId', account_id, 'rule', rule, 'amount', amount,
                 'day', day::text, 'contentType', content_type, 'contentId', content_id) order by entry_id)
               from xp_entries where xp_entries.content_id = asked.content_id
             ), '[]')) as state
           from unnest($1::uuid[]) as asked (content_id) left join reversed_posts using (content_id)`,
    values: [keys],
  });
  return new Map(rows.map(({ contentId, version, state }) => [contentId, { version, state }]));
};

export const deleteGrantReasons: RowWriter = async (tx, rows) => {
  const accounts = rows as readonly { readonly accountId: string }[];
  await tx.query(
    `delete from xp_grants where entry_id in (
       select entry_id from xp_entries where account_id = any($1::uuid[]) and rule = 'operator-grant')`,
    [accounts.map(({ accountId }) => accountId)],
  );
};
