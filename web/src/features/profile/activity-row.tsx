import type { ActivityItem, FeedItem } from '@hearsay/contracts';
import { Link } from 'react-router';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { actedAt } from '../../shared/people/person.queries.ts';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { WhisperBars } from '../../shared/sound/whisper-bars.tsx';
import { questionTexts } from '../../shared/texts/content.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { agoOrDate } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';

const texts = peopleTexts.profile;
type Item = FeedItem | ActivityItem;

const pathOf = (item: Item): string => {
  if (item.kind === 'question') return `/questions/${item.id}`;
  return item.kind === 'podcast' ? `/podcasts/${item.id}` : `/questions/${item.questionId}#reply-${item.id}`;
};

const titleOf = (item: Item): string =>
  item.kind === 'answer' ? (item.parentTitle ?? questionTexts.pageTitle) : item.title;

export const ActivityRow = withBoundary(function ActivityRow({ item }: { item: Item }) {
  const now = useNow();
  const { activityType, repostData } = item;
  const act = item.kind === 'podcast' && activityType === 'created' ? texts.published : texts.acts[activityType];
  const at = actedAt(item);
  const words = wordsOf(item);
  return (
    <li className="card relative transition-colors focus-within:border-faint">
      <p className="text-sm text-soft">
        <time dateTime={at}>{texts.act(act, agoOrDate(at, now))}</time>
      </p>
      {repostData?.repostText && (
        <p dir="auto" className="line-clamp-3 pt-1 whitespace-pre-line">
          {repostData.repostText}
        </p>
      )}
      <h3 dir="auto" className="pt-1 text-[1.25rem] font-bold">
        <Link to={pathOf(item)} className="after:absolute after:inset-0 after:rounded-card">
          {titleOf(item)}
        </Link>
      </h3>
      {words === null && item.kind !== 'podcast' && <LockedWords item={item} />}
      {words && (
        <p dir="auto" className="line-clamp-3 pt-1 whitespace-pre-line text-soft">
          {words}
        </p>
      )}
    </li>
  );
}, 'li');

/** @returns null while the words are locked, an empty string for a missing description */
function wordsOf(item: Item): string | null {
  if ('replyContent' in item && item.replyIsRevealed !== null) return item.replyContent;
  if (item.kind === 'answer') return item.content;
  if (item.kind === 'podcast') return item.description ?? '';
  // While locked, a missing description looks like a hidden one. Only the author learns that it is missing.
  return item.description ?? (item.isRevealed || item.isMine ? '' : null);
}

/** A reply has its own threshold, and the boosts of its question count for it. */
function LockedWords({ item }: { item: Exclude<Item, { kind: 'podcast' }> }) {
  const threshold = item.kind === 'answer' ? item.boostThreshold : item.replyBoostThreshold;
  return (
    <div className="pt-2">
      <div className="max-w-60">
        <WhisperBars id={item.id} nearness={item.revealCount / (threshold || 1)} lines={1} width={236} />
      </div>
      <div className="mt-2">
        <LevelMeter boosts={item.revealCount} threshold={threshold} />
      </div>
    </div>
  );
}
