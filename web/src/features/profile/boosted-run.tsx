import type { ActivityItem, FeedItem } from '@hearsay/contracts';
import { useId, useState } from 'react';
import { actedAt } from '../../shared/people/person.queries.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { agoOrDate } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { ChevronIcon } from '../../shared/ui/icons.tsx';
import { ActivityRow } from './activity-row.tsx';

const texts = peopleTexts.profile;

type Item = FeedItem | ActivityItem;
type Run = readonly [Item, ...Item[]];

/** The smallest number of boosts in a row that is folded. A fold of fewer boosts would save no space. */
const SHORTEST_RUN = 3;

/** Folds only boosts, because all other acts have words of the person. */
export function foldBoostRuns(items: readonly Item[]): Run[] {
  const runs: [Item, ...Item[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && item.activityType === 'boosted' && last[0].activityType === 'boosted') last.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run): Run[] => (run.length < SHORTEST_RUN ? run.map((item): Run => [item]) : [run]));
}

export function BoostedRun({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const now = useNow();
  const at = actedAt(run[0]);
  const kind = run.every((item) => item.kind === 'question') ? 'question' : 'other';
  return (
    <li className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="card flex min-h-14 w-full items-center justify-between gap-3 text-left text-soft"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <time dateTime={at}>{texts.act(texts.folded(run.length, kind), agoOrDate(at, now))}</time>
        </span>
        <span className={isOpen ? 'flex-none -rotate-90' : 'flex-none rotate-90'}>
          <ChevronIcon />
        </span>
      </button>
      <ul id={listId} hidden={!isOpen} className="flex flex-col gap-3">
        {isOpen &&
          run.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids repeat, and older acts only join at the end.
            <ActivityRow key={index} item={item} />
          ))}
      </ul>
    </li>
  );
}
