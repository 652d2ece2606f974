import type { Discussion } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../../shared/boosts/boost-button.tsx';
import type { BoostControl } from '../../shared/boosts/use-boost-control.ts';
import { ContentMenu } from '../../shared/cards/content-menu.tsx';
import { ShareButton } from '../../shared/cards/share-button.tsx';
import { RepostButton } from '../../shared/reposts/repost-button.tsx';
import { useUser } from '../../shared/session/session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { exactTime } from '../../shared/time/time-labels.ts';
import { ReplyIcon } from '../../shared/ui/card-icons.tsx';
import { Username } from '../../shared/ui/person.tsx';

const look =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-1 text-[0.8125rem] font-semibold text-soft';

interface MessageActsProps {
  readonly message: Discussion;
  readonly control: BoostControl;
  readonly isQuestionPending: boolean;
  readonly takesFocus: boolean;
  readonly isAbove: boolean;
  readonly onReply: () => void;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function MessageActs(props: MessageActsProps) {
  const { message, control, isQuestionPending, takesFocus, isAbove, onReply, onClose, onRemoved } = props;
  const box = useRef<HTMLDivElement>(null);
  const author = message.isMine || message.isAnonymous ? null : message.user;
  const isVisitor = useUser() === null;
  const item = { contentType: 'discussion', contentId: message.id } as const;

  useLayoutEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [takesFocus]);

  const walk = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('a, button:enabled:not([role=menuitem])') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (step !== undefined && at >= 0) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      role="toolbar"
      aria-label={chatTexts.acts}
      data-acts
      onKeyDown={walk}
      className={clsx(
        'floating arrives absolute z-10 max-w-[calc(100vw-24px)] rounded-control border border-line bg-raised',
        isAbove ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
        message.isMine ? 'right-0' : 'left-0',
      )}
    >
      <p className="px-3 pt-1.5 text-[0.75rem] text-soft">
        <time dateTime={message.createdAt}>{exactTime(message.createdAt)}</time>
      </p>
      <div className="flex items-center px-1">
        <BoostButton control={control} look="small" />
        <button type="button" className={look} aria-label={chatTexts.reply} onClick={onReply}>
          <ReplyIcon size={20} />
        </button>
        {!isQuestionPending && (
          <RepostButton item={item} knownCount={message.repostCount} isBatched={false} className={look} size={20} />
        )}
        <ShareButton
          path={`/reply/${message.id}`}
          picture={`/previews/${message.questionId}.png`}
          className={look}
          size={20}
        />
        {/* For visitors, who have no menu with this link. */}
        {isVisitor && author && (
          <Link to={`/@${encodeURIComponent(author.username)}`} className={look}>
            <Username name={author.username} />
          </Link>
        )}
        <ContentMenu
          item={item}
          kind="message"
          content={message}
          person={message.user}
          isOwnPage
          words={message.content}
          author={author}
          className={look}
          opens={isAbove ? 'above' : 'below'}
          onRemoved={onRemoved}
        />
      </div>
    </div>
  );
}
