import type { Discussion } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { LockedText } from '../../shared/sound/locked-text.tsx';
import { replyOpensAfterMs } from '../../shared/sound/reveal.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { chatTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { ContentNameContext } from '../../shared/ui/content-name.ts';
import { Avatar, LevelTag } from '../../shared/ui/person.tsx';
import { useLongPress } from '../../shared/ui/use-long-press.ts';
import { ClampedWords } from '../../shared/words/clamped-words.tsx';
import { authorName } from './chat-rows.ts';
import { MessageActs } from './message-acts.tsx';
import { MessageBoosts, useBoostsOnDemand } from './message-boosts.tsx';

const ACTS_ROOM_PX = 96;

export interface ChatMessageProps {
  readonly message: Discussion;
  readonly opensGroup: boolean;
  readonly isFirstNew: boolean;
  readonly arrivals: { readonly current: number };
  readonly nearness: number;
  /** The question is pending, so its replies cannot be reposted. */
  readonly isQuestionPending: boolean;
  /** The viewer asked this pending question anonymously and may not act under their name. */
  readonly isAlwaysAnonymous: boolean;
  readonly parent: Discussion | undefined;
  readonly isSought: boolean;
  readonly isReported: boolean;
  readonly isActing: boolean;
  /** The message existed when the viewer entered, so they may have boosted it before. */
  readonly existedOnEntry: boolean;
  /**
   * Returns how many rows on the screen precede a message, because each of them delays its reveal. It is a ref, because
   * a changed prop would redraw every row.
   */
  readonly orderOf: { readonly current: (id: string) => number };
  readonly onAct: (id: string | null) => void;
  readonly onReply: (message: Discussion) => void;
  readonly onRemoved: (id: string) => void;
}

export const ChatMessage = memo(
  withBoundary(function ChatMessage(props: ChatMessageProps) {
    const { message, opensGroup, isFirstNew, arrivals, parent, isSought, isActing, orderOf, onAct } = props;
    const boosts = useBoostsOnDemand(message, props.existedOnEntry);
    const box = useRef<HTMLElement>(null);
    const bubble = useRef<HTMLDivElement>(null);
    const [opening, setOpening] = useState({ byKeyboard: false, isAbove: false });
    // Decided at the first render, because a row that scrolls back into view must not animate.
    const [arrives] = useState(() => message.number >= arrivals.current);
    const isLocked = message.boostThreshold > 0 && !message.isRevealed;
    // The reveal animation runs only for a message that this page has shown locked.
    const [wasLocked] = useState(isLocked || message.content === null);
    const name = authorName(message);

    const show = (byKeyboard: boolean) => {
      const end = document.querySelector('.chat-dock')?.getBoundingClientRect().top ?? window.innerHeight;
      const below = end - (bubble.current?.getBoundingClientRect().bottom ?? 0);
      setOpening({ byKeyboard, isAbove: below < ACTS_ROOM_PX });
      boosts.begin();
      onAct(message.id);
    };
    const close = () => {
      onAct(null);
      box.current?.focus({ preventScroll: true });
    };
    /** False if an action bar or the soft keyboard was open when the tap began. Such a tap only closes them. */
    const beginsFree = useRef(true);
    const tap = (event: MouseEvent) => {
      if (!isBare(event.target) || event.detail > 1) return;
      if (window.getSelection()?.isCollapsed === false) return;
      if (isActing) onAct(null);
      else show(event.detail === 0);
    };
    const longPress = useLongPress(() => show(false), isBare);
    const press = (event: KeyboardEvent) => {
      if (event.target !== box.current || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      show(true);
    };

    return (
      <>
        {isFirstNew && <FirstNew />}
        <article
          ref={box}
          id={`reply-${message.id}`}
          aria-label={chatTexts.replyOf(message.isMine ? chatTexts.yours : name)}
          aria-describedby="chat-keys"
          tabIndex={-1}
          className={clsx(
            'flex touch-manipulation gap-2 rounded-card px-3',
            opensGroup ? 'pt-3' : 'pt-1',
            message.isMine && 'flex-row-reverse',
            isSought ? 'heard' : arrives && 'arrives',
            props.isReported && 'reported pb-2',
          )}
          onKeyDown={press}
          onPointerDown={() => {
            beginsFree.current = document.querySelector('[data-acts], textarea:focus') === null;
          }}
          // Assistive technology clicks the article itself, with `detail` 0.
          onClick={(event) => event.target === box.current && (event.detail === 0 || beginsFree.current) && tap(event)}
          onMouseDown={(event) => event.detail > 1 && isBare(event.target) && event.preventDefault()}
          onDoubleClick={(event) => {
            if (!isBare(event.target)) return;
            onAct(null);
            boosts.toggle();
          }}
        >
          {!message.isMine && (
            <div className="w-[38px] flex-none">
              {opensGroup && (
                <Avatar user={message.isAnonymous ? null : message.user} size={message.user?.profileBorder ? 28 : 34} />
              )}
            </div>
          )}
          <div className={clsx('flex max-w-[84%] min-w-0 flex-col', message.isMine ? 'items-end' : 'items-start')}>
            {opensGroup && <Byline message={message} name={name} />}
            <div ref={bubble} data-bubble className="relative max-w-full">
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the article handles the keys. */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
              <div
                onClick={tap}
                {...longPress}
                className={clsx(
                  'w-fit max-w-full px-3 py-1.5',
                  message.isMine
                    ? 'ml-auto rounded-[18px_6px_18px_18px] bg-air text-air-ink'
                    : 'rounded-[6px_18px_18px_18px] border border-line bg-surface',
                  isLocked && message.content === null && 'w-60',
                )}
              >
                {parent && (
                  <p
                    className={clsx(
                      'mb-1 line-clamp-1 border-l-2 border-current pl-2 text-[0.8125rem]',
                      message.isMine ? '' : 'text-soft',
                    )}
                  >
                    <bdi>{authorName(parent)}</bdi>
                    <span>: </span>
                    <bdi>{parent.content ?? chatTexts.stillWhisper}</bdi>
                  </p>
                )}
                {wasLocked ? (
                  <LockedText
                    id={message.id}
                    words={message.content}
                    isLocked={isLocked}
                    nearness={props.nearness}
                    lines={whisperLinesOf(message.id)}
                    width={236}
                    opensAfter={message.boostThreshold > 0 ? replyOpensAfterMs(orderOf.current(message.id)) : 0}
                  >
                    {wordsAsWritten}
                  </LockedText>
                ) : (
                  wordsAsWritten(message.content ?? '')
                )}
              </div>
              {boosts.areWanted && (
                <ContentNameContext value={`reply-${message.id}`}>
                  <MessageBoosts
                    message={message}
                    isRefused={props.isAlwaysAnonymous}
                    isActing={isActing}
                    toggleOf={boosts.toggleOf}
                    acts={(control) => (
                      <MessageActs
                        message={message}
                        control={control}
                        isQuestionPending={props.isQuestionPending}
                        takesFocus={opening.byKeyboard}
                        isAbove={opening.isAbove}
                        onReply={() => {
                          close();
                          props.onReply(message);
                        }}
                        onClose={close}
                        onRemoved={() => props.onRemoved(message.id)}
                      />
                    )}
                  />
                </ContentNameContext>
              )}
            </div>
            {isLocked && message.isMine && <p className="pt-1 text-[0.78rem] text-whisper">{chatTexts.onlyYou}</p>}
          </div>
        </article>
      </>
    );
  }),
);

const wordsAsWritten = (words: string) => <ClampedWords words={words} lines={12} className="whitespace-pre-wrap" />;

const isBare = (target: EventTarget): boolean => target instanceof Element && !target.closest('a, button, [data-acts]');

/** Number of lines that stand for the locked words. Depends on the id alone, because the real length is secret. */
const whisperLinesOf = (id: string): number => 1 + (id.charCodeAt(id.length - 1) % 2);

function FirstNew() {
  return (
    <p className="flex items-center gap-3 px-4 pt-4 text-[0.8125rem] font-semibold text-air">
      <span className="h-px flex-1 bg-current opacity-40" />
      <span>{chatTexts.since}</span>
      <span className="h-px flex-1 bg-current opacity-40" />
    </p>
  );
}

function Byline({ message, name }: { message: Discussion; name: string }) {
  const now = useNow();
  const { user, isMine, isAnonymous } = message;
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      {isMine ? (
        <span className="sr-only">{chatTexts.you}</span>
      ) : user && !isAnonymous ? (
        <Link to={`/@${encodeURIComponent(user.username)}`} tabIndex={-1} className="font-semibold">
          {name}
        </Link>
      ) : (
        <b className="font-semibold">{name}</b>
      )}
      {isMine && isAnonymous && <span className="text-whisper">{chatTexts.anon}</span>}
      {!isMine && !isAnonymous && user && <LevelTag badge={user.badge} level={user.level} namesFirstLevel />}
      <time dateTime={message.createdAt} className="text-[0.8125rem] text-faint">
        {chatTime(message.createdAt, now)}
      </time>
    </p>
  );
}

export function SendingMessage({ content }: { content: string }) {
  return (
    <div className="arrives flex flex-row-reverse px-3 pt-3" aria-busy="true">
      <p
        dir="auto"
        className="line-clamp-12 max-w-[84%] rounded-[18px_6px_18px_18px] bg-air px-3 py-1.5 whitespace-pre-wrap text-air-ink opacity-75"
      >
        {content}
      </p>
    </div>
  );
}
