import { Discussion, type QuestionDetail } from '@hearsay/contracts';
import clsx from 'clsx';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isNotFound, read } from '../../shared/api/api-client.ts';
import { mustStayAnonymous } from '../../shared/cards/content-rules.ts';
import { useReportedContentId, useReportIdInUrl } from '../../shared/cards/reported-content.ts';
import { showEarnedXp } from '../../shared/earnings/show-earned.ts';
import { scrollToTop } from '../../shared/navigation/scroll-to-top.ts';
import { signInState } from '../../shared/navigation/sign-in-state.ts';
import { useUser } from '../../shared/session/session.ts';
import { saveUnfinishedAct, takeUnfinishedAct } from '../../shared/session/unfinished-act.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { soundTexts } from '../../shared/texts/content.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
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
import type { Room } from './room.ts';
import { useChatPages } from './use-chat-pages.ts';
import { useChatSender } from './use-chat-sender.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useRoom } from './use-room.ts';

/** True if the question's words opened while it was above the screen, until the reader scrolls to the question. */
function useHasOpenedAbove(isLocked: boolean, chat: RefObject<HTMLElement | null>): boolean {
  const wasLocked = useRef(isLocked);
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    const isAbove = (chat.current?.getBoundingClientRect().top ?? 0) < HEADER_PX;
    if (!isLocked && wasLocked.current && isAbove) setNews(true);
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

/** Hides an own message that arrives before the response to its request, because a temporary row still shows it. */
function useVisibleMessages(
  messages: readonly Discussion[],
  sentAfter: number | undefined,
  userId: string | undefined,
  pinnedId: string | undefined,
): readonly Discussion[] {
  return useMemo(() => {
    const isHidden = ({ id, number, user, isAnonymous, isMine }: Discussion) =>
      id === pinnedId ||
      (sentAfter !== undefined && number > sentAfter && !isMine && (isAnonymous || user?.id === userId));
    return messages.some(isHidden) ? messages.filter((message) => !isHidden(message)) : messages;
  }, [messages, sentAfter, userId, pinnedId]);
}

const PREFIX = '#reply-';

/** Loads earlier pages until the linked reply is found or gone. @returns the id in `#reply-{id}`, or null */
function useLinkedReplyId(room: Room, loadEarlier: () => Promise<void>): string | null {
  const { hash } = useLocation();
  const soughtId = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null;
  const [number, setNumber] = useState<number | null>(null);
  const first = room.messages[0]?.number ?? 0;
  const isLoaded =
    soughtId !== null && (room.pinned?.id === soughtId || room.messages.some(({ id }) => id === soughtId));
  const lookedUp = useRef<string | null>(null);

  useEffect(() => {
    if (soughtId === null || isLoaded || lookedUp.current === soughtId) return;
    lookedUp.current = soughtId;
    read(Discussion, `/api/discussions/${encodeURIComponent(soughtId)}`)
      .then((reply) => setNumber(reply.number))
      .catch((error) => isNotFound(error) && toast.bad(chatTexts.gone));
  }, [soughtId, isLoaded]);

  useEffect(() => {
    if (number === null || isLoaded || !room.hasEarlier || number >= first) return;
    loadEarlier().catch(() => setNumber(null));
  }, [number, isLoaded, room.hasEarlier, first, loadEarlier]);

  return soughtId;
}

interface Addressee {
  readonly name: string;
  readonly parentReplyId: string | null;
}

export function ChatPanel({ detail }: { detail: QuestionDetail }) {
  const navigate = useNavigate();
  const user = useUser();
  const { room, dispatch, ...loads } = useRoom(detail);
  const hasLater = room.upTo !== null;
  const chat = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [addressee, setAddressee] = useState<Addressee | null>(null);
  const posted = (message: Discussion) => {
    dispatch({ type: 'sent', message });
    if (user && !message.isAnonymous && !isOwnNamed(detail)) showEarnedAnswer(user.id, message);
  };
  const sender = useChatSender({
    questionId: detail.id,
    userId: user?.id ?? null,
    lastNumber: () => room.lastNumber ?? 0,
    hasArrived: (content, after) =>
      room.messages.some((message) => message.isMine && message.number > after && message.content === content),
    isAlwaysAnonymous: mustStayAnonymous(detail),
    onSent: (message) => posted(message),
  });
  const shown = useVisibleMessages(room.messages, sender.sending?.after, user?.id, room.pinned?.id);
  const { missed, isAway, toEnd, stopFollowing, noteListScroll } = useFollowEnd(shown, hasLater);
  const { hasEarlier } = room;
  const pages = useChatPages({
    ...loads,
    list,
    messages: shown,
    hasEarlier,
    hasLater,
    followEnd: toEnd,
    stopFollowing,
  });
  const soughtId = useLinkedReplyId(room, loads.loadEarlier);
  const reportedId = useReportedContentId();
  const isAboutReport = useReportIdInUrl() !== null;
  useEffect(() => {
    if (soughtId !== null || isAboutReport) stopFollowing();
  }, [soughtId, isAboutReport, stopFollowing]);
  const [hadEarlier] = useState(room.hasEarlier);
  const isLocked = detail.replyBoostThreshold > 0 && !detail.isRevealed;
  const [wasLocked] = useState(isLocked);
  const hasNews = useHasOpenedAbove(isLocked, chat);

  const isSending = sender.sending !== null;
  const showSending = useEffectEvent(() => pages.toEnd());
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
      saveUnfinishedAct('reply', { contentId: to.parentReplyId ?? detail.id });
      toast.bad(frameTexts.loginRequired, chatTexts.signInToReply);
      navigate('/login', { state: signInState(`/questions/${detail.id}`) });
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
    if (takeUnfinishedAct('reply', detail.id)) replyToQuestion();
    const message = room.messages.find(({ id }) => takeUnfinishedAct('reply', id));
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
      {room.loweredTo !== null && isLocked && (
        <p role="status" className="px-4 pt-3 text-center text-[0.844rem] text-soft">
          {chatTexts.lowered(room.loweredTo)}
        </p>
      )}
      {room.pinned && (
        <PinnedReply
          reply={room.pinned}
          boosts={detail.boostCount}
          isSought={room.pinned.id === soughtId}
          isReported={room.pinned.id === reportedId}
          onRemoved={remove}
        />
      )}
      {(hasEarlier || hadEarlier) && (
        // This row keeps its space when no earlier messages are left, so that the chat does not jump.
        <div className={clsx('flex flex-wrap justify-center gap-2 pt-3', !hasEarlier && 'invisible')}>
          <Button weight="quiet" disabled={pages.loading === 'earlier'} onClick={pages.loadEarlier}>
            {pages.loading === 'earlier' ? chatTexts.loadingEarlier : chatTexts.earlier}
          </Button>
          <Button weight="quiet" onClick={pages.toBeginning}>
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
        hasLater={hasLater}
        nearness={nearnessOf(detail)}
        isQuestionPending={!detail.isApproved}
        isAlwaysAnonymous={mustStayAnonymous(detail)}
        soughtId={soughtId}
        reportedId={reportedId}
        staysAtQuestion={isAboutReport}
        toEnd={toEnd}
        onListScroll={noteListScroll}
        onReply={replyTo}
        onRemoved={remove}
      />
      {hasLater && (
        <div className="flex justify-center pt-3">
          <Button ref={pages.laterButton} weight="quiet" onClick={pages.loadLater}>
            {pages.loading === 'later' ? chatTexts.loadingEarlier : chatTexts.later}
          </Button>
        </div>
      )}
      {sender.sending && <SendingMessage content={sender.sending.content} />}
      <Announcement messages={shown} isAtBeginning={hasLater} />
      <p className="sr-only" role="status">
        {pages.said}
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
        onToEnd={pages.toEnd}
        onToQuestion={scrollToTop}
        onReplyToQuestion={replyToQuestion}
      />

      {addressee && user && (
        <ReplySheet
          questionId={detail.id}
          userId={user.id}
          addressee={addressee.name}
          parentReplyId={addressee.parentReplyId}
          mayBeAnonymous={detail.allowAnonymousAnswers}
          isAlwaysAnonymous={mustStayAnonymous(detail)}
          onClose={() => setAddressee(null)}
          onPosted={posted}
        />
      )}
    </section>
  );
}

/** The ledger pays no XP for a named reply under the author's own named question. */
const isOwnNamed = ({ isMine, isAnonymous }: QuestionDetail): boolean => isMine && !isAnonymous;

const showEarnedAnswer = (userId: string, { id, questionId }: Discussion): void => {
  const places = [`#reply-${id} [data-bubble]`, '.toast', '.chat-dock'];
  void showEarnedXp({ userId, rule: 'answer-given', contentId: id }, places, `answer to ${questionId}`);
};

const focusComposer = () => document.getElementById('chat-composer')?.focus();

const nearnessOf = ({ replyBoostThreshold, boostCount }: QuestionDetail): number =>
  replyBoostThreshold === 0 ? 1 : Math.min(1, boostCount / replyBoostThreshold);
