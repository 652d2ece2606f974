import type { OwnContentItem, Question } from '@hearsay/contracts';
import { Link } from 'react-router';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { contentTexts, questionTexts, soundTexts } from '../../shared/texts/content.ts';
import { myContentTexts as texts } from '../../shared/texts/my-content.ts';
import { cardTime } from '../../shared/time/card-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { BinIcon, ChatIcon } from '../../shared/ui/card-icons.tsx';
import { SentenceWithName } from '../../shared/words/sentence-with-name.tsx';

interface OwnCardProps {
  readonly item: OwnContentItem;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export const OwnContentCard = withBoundary(function OwnCard({ item, onEdit, onDelete }: OwnCardProps) {
  const now = useNow();
  const isQuestion = item.kind === 'question';
  const answers = isQuestion ? item.discussionCount : item.commentCount;
  return (
    <li className="card">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-soft">
        <span className="rounded-tag bg-raised px-1.5 py-0.5 font-display font-bold">{texts[item.kind]}</span>
        {isQuestion && item.isAnonymous && (
          <span
            className="rounded-tag bg-whisper-tint px-1.5 py-0.5 font-display font-bold text-whisper"
            title={texts.onlyYou}
          >
            {texts.anonymous}
          </span>
        )}
        {isQuestion && !item.isApproved && (
          <span className="rounded-tag bg-amber-tint px-1.5 py-0.5 font-display font-bold text-amber">
            {item.targetUsername ? (
              <SentenceWithName say={texts.pending} name={item.targetUsername} />
            ) : (
              <span>{texts.pending(null)}</span>
            )}
          </span>
        )}
        <span>
          <time dateTime={item.createdAt}>{cardTime(item.createdAt, now)}</time>
          {item.isEdited && <span>{` · ${texts.edited}`}</span>}
        </span>
      </p>
      <h2 dir="auto" className="pt-2 text-[1.25rem] font-bold break-words">
        <Link to={isQuestion ? `/questions/${item.id}` : `/podcasts/${item.id}`}>{item.title}</Link>
      </h2>
      {item.description && (
        <p dir="auto" className="line-clamp-3 pt-1 break-words whitespace-pre-line text-soft">
          {item.description}
        </p>
      )}
      {isQuestion && <Lock question={item} />}
      <div className="mt-3 -mb-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
        <span className="inline-flex items-center gap-1.5">
          <SoundBars size={17} />
          <span>{item.boostCount}</span>
          <span className="sr-only">{soundTexts.boosts(item.boostCount)}</span>
        </span>
        <span className="inline-flex items-center gap-1.5">
          <ChatIcon size={18} />
          <span>{answers}</span>
          <span className="sr-only">
            {isQuestion ? questionTexts.replies(answers) : contentTexts.comments(answers)}
          </span>
        </span>
        <span className="ml-auto flex items-center gap-2">
          <Button weight="quiet" aria-label={texts.editOf(item.title)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button weight="quiet" className="px-3.5" aria-label={texts.deleteOf(item.title)} onClick={onDelete}>
            <BinIcon size={19} />
          </Button>
        </span>
      </div>
    </li>
  );
}, 'li');

function Lock({ question }: { question: Question }) {
  const { replyBoostThreshold: threshold, isRevealed, revealCount, boostCount } = question;
  if (threshold === 0) return null;
  if (isRevealed)
    return (
      <p className="mt-3 flex items-center gap-1.5 text-[0.8125rem] font-medium text-amber">
        <SoundBars size={15} />
        <span>{texts.heard}</span>
      </p>
    );
  return (
    <div className="mt-3">
      <LevelMeter boosts={Math.max(revealCount, boostCount)} threshold={threshold} />
    </div>
  );
}
