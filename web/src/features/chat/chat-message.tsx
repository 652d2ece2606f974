import type { Discussion } from '@hearsay/contracts';
import clsx from 'clsx';
import { memo } from 'react';
import { BoostButton } from '../../shared/boosts/boost-button.tsx';
import { useBoostControl } from '../../shared/boosts/use-boost-control.ts';
import { HushedText } from '../../shared/sound/hushed-text.tsx';
import { chatTexts } from '../../shared/texts/chat.ts';
import { chatTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { ReplyIcon } from '../../shared/ui/icons.tsx';
import { LevelTag } from '../../shared/ui/level-tag.tsx';
import { ShareButton } from '../../shared/ui/share-button.tsx';
import { authorName, type ChatRow } from './chat-rows.ts';

interface ChatMessageProps {
  readonly row: ChatRow;
  readonly nearness: number;
  /** The message this one answers, if it is loaded. */
  readonly parent: Discussion | undefined;
  readonly isSought: boolean;
  readonly onReply: (message: Discussion) => void;
}

const actLook = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-faint';

/** One message of a chat with what can be done with it. A double-click boosts it. */
export const ChatMessage = memo(function ChatMessage({
  row: { message, opensGroup },
  nearness,
  parent,
  isSought,
  onReply,
}: ChatMessageProps) {
  const control = useBoostControl(
    { contentType: 'discussion', contentId: message.id },
    { knownCount: message.boostCount, isBatched: true },
  );
  const isLocked = message.boostThreshold > 0 && !message.isRevealed;
  const name = authorName(message);
  return (
    <article
      id={`reply-${message.id}`}
      aria-label={chatTexts.replyOf(message.isMine ? chatTexts.yours : name)}
      className={clsx(
        'arrives flex touch-manipulation gap-2.5 rounded-card px-3',
        opensGroup ? 'pt-3' : 'pt-0',
        message.isMine && 'flex-row-reverse',
        isSought && 'heard',
      )}
      onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
      onDoubleClick={(event) => event.target instanceof Element && !event.target.closest('button') && control.toggle()}
    >
      {!message.isMine && (
        <div className="w-[38px] flex-none">{opensGroup && <Avatar user={message.isAnonymous ? null : message.user} size={34} />}</div>
      )}
      <div className={clsx('flex max-w-[82%] min-w-0 flex-col', message.isMine ? 'items-end' : 'items-start')}>
        {opensGroup && <Byline message={message} name={name} />}
        {parent && (
          <p className="mb-1 max-w-full truncate rounded-tag border-l-2 border-line pl-2 text-[13px] text-soft">
            {authorName(parent)}: {parent.content ?? chatTexts.stillWhisper}
          </p>
        )}
        <div
          className={clsx(
            'w-fit max-w-full px-3.5 py-2',
            message.isMine
              ? 'rounded-[18px_6px_18px_18px] bg-air text-air-ink'
              : 'rounded-[6px_18px_18px_18px] border border-line bg-surface',
            isLocked && message.content === null && 'w-60',
          )}
        >
          <HushedText
            id={message.id}
            words={message.content}
            isLocked={isLocked}
            nearness={nearness}
            lines={linesOf(message.id)}
            width={236}
          >
            {(words) => <p className="whitespace-pre-wrap">{words}</p>}
          </HushedText>
        </div>
        {isLocked && message.isMine && <p className="pt-1 text-[12.5px] text-whisper">{chatTexts.onlyYou}</p>}
        <div className={clsx('-mb-1 flex items-center', message.isMine ? '-mr-1' : '-ml-1')}>
          <BoostButton control={control} isSmall />
          <button type="button" className={actLook} aria-label={chatTexts.reply} onClick={() => onReply(message)}>
            <ReplyIcon size={18} />
          </button>
          <ShareButton path={`/reply/${message.id}`} className={actLook} size={17} />
        </div>
      </div>
    </article>
  );
});

/** One line or two, by the id alone: the length of locked words is a secret too. */
const linesOf = (id: string): number => 1 + (id.charCodeAt(id.length - 1) % 2);

function Byline({ message, name }: { message: Discussion; name: string }) {
  const now = useNow();
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      {message.isMine ? <span className="sr-only">{chatTexts.you}</span> : <b className="font-semibold">{name}</b>}
      {message.isMine && message.isAnonymous && <span className="text-whisper">{chatTexts.anon}</span>}
      {!message.isMine && !message.isAnonymous && message.user && (
        <LevelTag badge={message.user.badge} level={message.user.level} namesFirstLevel />
      )}
      <time dateTime={message.createdAt} className="text-[13px] text-faint">
        {chatTime(message.createdAt, now)}
      </time>
    </p>
  );
}

/** One's own words on their way: shown at once, without anything that needs the server. */
export function SendingMessage({ content }: { content: string }) {
  return (
    <div className="arrives flex flex-row-reverse px-3 pt-3 pb-11" aria-busy="true">
      <p className="max-w-[82%] rounded-[18px_6px_18px_18px] bg-air px-3.5 py-2 whitespace-pre-wrap text-air-ink opacity-75">{content}</p>
    </div>
  );
}
