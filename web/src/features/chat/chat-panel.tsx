import type { Discussion, QuestionDetail } from '@hearsay/contracts';
import clsx from 'clsx';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { mustStayUnnamed } from '../../shared/cards/content-rules.ts';
import { keepAct, takeKeptAct } from '../../shared/session/kept-act.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { soundTexts } from '../../shared/texts/sound.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { Announcement } from './announcement.tsx';
import { ChatDock } from './chat-dock.tsx';
import { ChatList } from './chat-list.tsx';
import { SendingMessage } from './chat-message.tsx';
import { authorName } from './chat-rows.ts';
import { PinnedReply } from './pinned-reply.tsx';
import { ReplySheet } from './reply-sheet.tsx';
import { useShown } from './shown-messages.ts';
import { useChatSender } from './use-chat-sender.ts';
import { useEnds } from './use-ends.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useRoom } from './use-room.ts';
import { useSoughtReply } from './use-sought-reply.ts';

const NEAR_PX = 800;

function useEarlier(list: RefObject<HTMLElement | null>, hasEarlier: boolean, loadEarlier: () => Promise<void>) {
  const [isLoading, setLoading] = useState(false);
  const isBusy = useRef(false);

  const load = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setLoading(true);
    try {
      await loadEarlier();
    } catch {
      toast.bad(chatTexts.earlierFailed.title, chatTexts.earlierFailed.text);
    } finally {
      isBusy.current = false;
      setLoading(false);
    }
  }, [loadEarlier]);

  useEffect(() => {
    if (!hasEarlier) return;
    let before = window.scrollY;
    const look = () => {
      const isUp = window.scrollY < before;
      before = window.scrollY;
      const top = list.current?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
      // While the question is on the screen, only the button loads.
      if (isUp && top > -NEAR_PX && top < window.innerHeight / 2) void load();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasEarlier, load, list]);

  return { isLoading, load };
}

/** Words opened while the question was above the screen. Going there clears it. */
function useRevealNews(isLocked: boolean, chat: RefObject<HTMLElement | null>): boolean {
  const wasLocked = useRef(isLocked);
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    const isOutOfSight = (chat.current?.getBoundingClientRect().top ?? 0) < HEADER_PX;
    if (!isLocked && wasLocked.current && isOutOfSight) setNews(true);
    wasLocked.current = isLocked;
  }, [isLocked, chat]);
  useEffect(() => {
    if (!hasNews) return;
    const look = () => {
      if ((chat.current?.getBoundingClientRect().top ?? 0) > HEADER_PX) setNews(false);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasNews, chat]);
  return hasNews;
}

const HEADER_PX = 72;

interface Addressee {
  readonly name: string;
  readonly parentReplyId: string | null;
}

export function ChatPanel({ detail }: { detail: QuestionDetail }) {
  const navigate = useNavigate();
  const session = useSession();
  const user = session.state === 'in' ? session.user : null;
  const { room, dispatch, loadEarlier, toBeginning, loadLater, toLatest } = useRoom(detail);
  const hasLater = room.upTo !== null;
  const chat = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [addressee, setAddressee] = useState<Addressee | null>(null);
  const sender = useChatSender({
    questionId: detail.id,
    userId: user?.id ?? null,
    lastNumber: () => room.lastNumber ?? 0,
    hasArrived: (content, after) =>
      room.messages.some((message) => message.isMine && message.number > after && message.content === content),
    isAlwaysAnonymous: mustStayUnnamed(detail),
    onSent: (message) => dispatch({ type: 'sent', message }),
  });
  const shown = useShown(room.messages, sender.sending?.after, user?.id, room.pinned?.id);
  const { missed, isAway, toEnd, letGo, isShifted } = useFollowEnd(shown, hasLater);
  const ends = useEnds({ list, messages: shown, hasLater, toBeginning, loadLater, toLatest, followEnd: toEnd, letGo });
  const soughtId = useSoughtReply(room, loadEarlier);
  useEffect(() => {
    if (soughtId !== null) letGo();
  }, [soughtId, letGo]);
  const earlier = useEarlier(list, room.hasEarlier, loadEarlier);
  const [hadEarlier] = useState(room.hasEarlier);
  const isLocked = detail.replyBoostThreshold > 0 && !detail.isRevealed;
  const [wasLocked] = useState(isLocked);
  const hasNews = useRevealNews(isLocked, chat);

  const isSending = sender.sending !== null;
  const showSending = useEffectEvent(() => ends.toEnd());
  useEffect(() => {
    if (isSending) void showSending();
  }, [isSending]);

  const isSignedIn = user !== null;
  const askToReply = useCallback(
    (to: Addressee) => {
      if (isSignedIn) {
        setAddressee(to);
        return;
      }
      keepAct('reply', { contentId: to.parentReplyId ?? detail.id });
      toast.bad(frameTexts.loginRequired, chatTexts.signInToReply);
      navigate('/login', { state: { from: `/questions/${detail.id}` } });
    },
    [isSignedIn, detail.id, navigate],
  );
  const asker = detail.isAnonymous ? chatTexts.anonymous : `@${detail.creatorUsername ?? chatTexts.someone}`;
  const replyToQuestion = useCallback(() => askToReply({ name: asker, parentReplyId: null }), [askToReply, asker]);
  const replyTo = useCallback(
    (message: Discussion) =>
      askToReply({
        name: message.isAnonymous ? chatTexts.anonymous : `@${authorName(message)}`,
        parentReplyId: message.id,
      }),
    [askToReply],
  );
  const remove = useCallback((id: string) => dispatch({ type: 'removed', id }), [dispatch]);

  const replyIfKept = useEffectEvent(() => {
    if (takeKeptAct('reply', detail.id)) replyToQuestion();
    const message = room.messages.find(({ id }) => takeKeptAct('reply', id));
    if (message) replyTo(message);
  });
  useEffect(() => {
    if (isSignedIn) replyIfKept();
  }, [isSignedIn]);

  return (
    <section ref={chat} aria-label={chatTexts.label} className={isSignedIn ? 'pb-1' : 'pb-12'}>
      {isSignedIn && (
        <button type="button" className="skip-link" onClick={focusComposer}>
          {chatTexts.skip}
        </button>
      )}
      {room.pinned && (
        <PinnedReply
          reply={room.pinned}
          boosts={detail.boostCount}
          isSought={room.pinned.id === soughtId}
          onRemoved={remove}
        />
      )}
      {(room.hasEarlier || hadEarlier) && (
        // The place stays when nothing is earlier, so that the chat does not jump.
        <div className={clsx('flex flex-wrap justify-center gap-2 pt-3', !room.hasEarlier && 'invisible')}>
          <Button weight="quiet" disabled={earlier.isLoading} onClick={earlier.load}>
            {earlier.isLoading ? chatTexts.loadingEarlier : chatTexts.earlier}
          </Button>
          <Button weight="quiet" onClick={ends.toBeginning}>
            {chatTexts.toBeginning}
          </Button>
        </div>
      )}
      {shown.length === 0 && !isSending && !room.pinned && (
        <div data-section>
          <EmptyState text={chatTexts.empty} />
        </div>
      )}
      <ChatList
        list={list}
        questionId={detail.id}
        userId={user?.id ?? null}
        messages={shown}
        nearness={nearnessOf(detail)}
        isWaiting={!detail.isApproved}
        isUnnamed={mustStayUnnamed(detail)}
        soughtId={soughtId}
        toEnd={toEnd}
        onShifted={isShifted}
        onReply={replyTo}
        onRemoved={remove}
      />
      {hasLater && (
        <div className="flex justify-center pt-3">
          <Button ref={ends.laterButton} weight="quiet" onClick={ends.loadLater}>
            {ends.isLoading ? chatTexts.loadingEarlier : chatTexts.later}
          </Button>
        </div>
      )}
      {sender.sending && <SendingMessage content={sender.sending.content} />}
      <Announcement messages={shown} isAtBeginning={hasLater} />
      <p className="sr-only" role="status">
        {ends.said}
      </p>
      <p className="sr-only" role="status">
        {wasLocked && !isLocked ? soundTexts.heard : ''}
      </p>

      <ChatDock
        detail={detail}
        user={user}
        sender={sender}
        isAway={(isAway || hasLater) && shown.length > 0}
        missed={missed}
        hasNews={hasNews}
        onToEnd={ends.toEnd}
        onToQuestion={() => {
          letGo();
          toTop();
        }}
        onReplyToQuestion={replyToQuestion}
      />

      {addressee && user && (
        <ReplySheet
          questionId={detail.id}
          userId={user.id}
          addressee={addressee.name}
          parentReplyId={addressee.parentReplyId}
          mayBeAnonymous={detail.allowAnonymousAnswers}
          isAlwaysAnonymous={mustStayUnnamed(detail)}
          onClose={() => setAddressee(null)}
          onPosted={(message) => dispatch({ type: 'sent', message })}
        />
      )}
    </section>
  );
}

const focusComposer = () => document.getElementById('chat-composer')?.focus();

const toTop = () => {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' });
};

const nearnessOf = ({ replyBoostThreshold, boostCount }: QuestionDetail): number =>
  replyBoostThreshold === 0 ? 1 : Math.min(1, boostCount / replyBoostThreshold);
