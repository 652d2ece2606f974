import { type XpToday, XpTodayByRule } from '@hearsay/contracts';
import { type EarningRule, waysToEarnXp } from '@hearsay/game-rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { XpSection } from './aura-chooser.tsx';

const today = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.xp.today(userId),
    queryFn: ({ signal }) => read(XpTodayByRule, `/api/users/${userId}/xp-today`, signal),
    staleTime: 0,
  });

/** The page on which a person can earn XP by each rule. */
const places: Readonly<Record<EarningRule, string>> = {
  'question-posted': '/create?type=question',
  'question-approved': '/create?type=question',
  'answer-given': '/',
  'boost-given': '/discover',
  'boost-received': '/my-content',
  'podcast-published': '/create?type=podcast',
};

export function WaysToEarn({ userId }: { userId: string }) {
  const { data } = useQuery(today(userId));
  return (
    <XpSection title={xpTexts.howToEarn}>
      <ul className="card flex flex-col p-0!">
        {waysToEarnXp.map(({ text, reward, rules }) => (
          <li
            key={text}
            className="relative flex min-h-14 items-center justify-between gap-4 border-line px-4 py-2.5 not-first:border-t"
          >
            <span className="min-w-0">
              <Link
                to={places[rules[0]]}
                className="block font-medium underline decoration-line underline-offset-4 after:absolute after:inset-0"
              >
                {text}
              </Link>
              {/* Keeps the height of this line while its numbers load, so that nothing below moves. */}
              <span className="block min-h-lh text-[0.8125rem] text-faint">{data && todayBy(rules, data)}</span>
            </span>
            <span className="font-display font-bold whitespace-nowrap text-amber">{reward}</span>
          </li>
        ))}
      </ul>
    </XpSection>
  );
}

/**
 * Sums XP and caps of the rules, which is exact because each rule has its own cap. Null if the server sent no numbers.
 */
function todayBy(rules: readonly string[], list: readonly XpToday[]): string | null {
  const rows = list.filter(({ rule }) => rules.includes(rule));
  if (rows.length === 0) return null;
  const counted = rows.reduce((sum, row) => sum + row.counted, 0);
  const cap = rows.reduce<number | null>((sum, row) => (sum === null || row.cap === null ? null : sum + row.cap), 0);
  return xpTexts.today(counted, cap);
}
