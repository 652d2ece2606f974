import type { Discussion, QuestionDetail } from '@hearsay/contracts';
import { limits } from '@hearsay/contracts';
import clsx from 'clsx';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../shared/session/use-session.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { DownIcon, ReplyIcon } from '../../shared/ui/icons.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { KnownBoosts } from '../boosts/known-boosts.tsx';
import { ChatList } from './chat-list.tsx';
import { SendingMessage } from './chat-message.tsx';
import { authorName } from './chat-rows.ts';
import { Composer } from './composer.tsx';
import { ReplySheet } from './reply-sheet.tsx';
import { useChatSender } from './use-chat-sender.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useRoom } from './use-room.ts';
import { useSoughtReply } from './use-sought-reply.ts';

interface Addressee {
  readonly name: string;
  readonly parentReplyId: string | null;
}

/** The live chat under a question: its messages, the composer at the thumb, and the dialog for longer replies. */
export function ChatPanel({ detail }: { detail: QuestionDetail }) {
  const session = useSession();
  const navigate = useNavigate();
  const user = session.state === 'in' ? session.user : null;
  const { room, dispatch, loadEarlier } = useRoom(detail);
  const [addressee, setAddressee] = useState<Addressee | null>(null);
  const [isLoadingEarlier, setLoadingEarlier] = useState(false);
  const sender = useChatSender({
    questionId: detail.id,
    userId: user?.id ?? null,
    lastNumber: () => room.lastNumber ?? 0,
    onSent: (message) => dispatch({ type: 'sent', message }),
  });
  const shown = useShown(room.messages, sender.sending?.after, user?.id);
  const newest = shown.at(-1);
  const { missed, toEnd } = useFollowEnd(shown);
  const soughtId = useSoughtReply(room, loadEarlier);
  const readFirst = useReadFirst(room.messages);

  const isSending = sender.sending !== null;
  useEffect(() => {
    if (isSending) toEnd();
  }, [isSending, toEnd]);

  const askToReply = (to: Addressee) => {
    if (user) {
      setAddressee(to);
      return;
    }
    toast.bad('Login required', 'Please sign in to reply');
    navigate('/login', { state: { from: `/questions/${detail.id}` } });
  };

  const showEarlier = async () => {
    setLoadingEarlier(true);
    try {
      await loadEarlier();
    } catch {
      toast.bad('Error', 'Earlier replies could not be loaded');
    } finally {
      setLoadingEarlier(false);
    }
  };

  return (
    <section aria-label="Chat" className={clsx('pt-2', user ? 'pb-14' : 'pb-28')}>
      {room.hasEarlier && (
        <div className="flex justify-center pt-2">
          <Button weight="quiet" disabled={isLoadingEarlier} onClick={showEarlier}>
            {isLoadingEarlier ? 'Loading…' : 'Earlier replies'}
          </Button>
        </div>
      )}
      {user && readFirst.map((chunk) => <KnownBoosts key={chunk[0]?.contentId} of={chunk} userId={user.id} />)}
      {shown.length === 0 && !isSending && <EmptyState text="Nobody has said anything yet." />}
      <ChatList
        messages={shown}
        nearness={nearnessOf(detail)}
        soughtId={soughtId}
        onReply={(message) =>
          askToReply({ name: message.isAnonymous ? 'ANONYMOUS' : `@${authorName(message)}`, parentReplyId: message.id })
        }
      />
      {sender.sending && <SendingMessage content={sender.sending.content} />}
      <Announcement newest={newest} />

      <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-(--phone)" style={{ bottom: user ? 'var(--nav)' : 0 }}>
        <div className="pointer-events-none flex items-end justify-end gap-3 px-4 pb-3">
          {missed > 0 && (
            <button
              type="button"
              onClick={toEnd}
              className="floating arrives pointer-events-auto mx-auto inline-flex min-h-11 items-center gap-2 rounded-pill bg-text px-4 text-sm font-semibold text-ink"
            >
              <DownIcon size={17} /> {missed} new
            </button>
          )}
          <button
            type="button"
            aria-label="Reply to the question"
            onClick={() =>
              askToReply({ name: detail.isAnonymous ? 'ANONYMOUS' : `@${detail.creatorUsername ?? 'Someone'}`, parentReplyId: null })
            }
            className="floating pointer-events-auto grid size-13 place-items-center rounded-[18px] bg-air text-air-ink active:scale-95"
          >
            <ReplyIcon size={24} />
          </button>
        </div>
        <div className="blurred-bar border-t border-line px-3 py-2.5">
          {user ? (
            <Composer
              user={user}
              text={sender.text}
              onText={sender.setText}
              isAnonymous={sender.isAnonymous}
              onAnonymous={detail.allowAnonymousAnswers ? sender.setAnonymous : undefined}
              isSending={isSending}
              onSend={sender.send}
            />
          ) : (
            <div className="flex items-center justify-between gap-3 pb-(--safe-bottom)">
              <p className="text-soft">Sign in to join the live chat</p>
              <LinkButton to="/login" state={{ from: `/questions/${detail.id}` }}>
                Sign in
              </LinkButton>
            </div>
          )}
        </div>
      </div>

      {addressee && user && (
        <ReplySheet
          questionId={detail.id}
          userId={user.id}
          addressee={addressee.name}
          parentReplyId={addressee.parentReplyId}
          mayBeAnonymous={detail.allowAnonymousAnswers}
          onClose={() => setAddressee(null)}
          onPosted={(message) => dispatch({ type: 'sent', message })}
        />
      )}
    </section>
  );
}

const nearnessOf = ({ replyBoostThreshold, boostCount }: QuestionDetail): number =>
  replyBoostThreshold === 0 ? 1 : Math.min(1, boostCount / replyBoostThreshold);

/** While one's own message is on its way, its frame may come first: it stays hidden behind the temporary one. */
function useShown(messages: readonly Discussion[], sentAfter: number | undefined, userId: string | undefined): readonly Discussion[] {
  return useMemo(
    () =>
      sentAfter === undefined
        ? messages
        : messages.filter(
            ({ number, user, isAnonymous, isMine }) => number <= sentAfter || isMine || !(isAnonymous || user?.id === userId),
          ),
    [messages, sentAfter, userId],
  );
}

/** The messages one may have boosted before, by the hundred: those that arrive later cannot have been. */
function useReadFirst(messages: readonly Discussion[]) {
  const [until] = useState(() => messages.at(-1)?.number ?? 0);
  return useMemo(() => {
    const byHundred = Map.groupBy(
      messages.filter(({ number }) => number <= until),
      ({ number }) => Math.floor(number / limits.batchStatusItems),
    );
    return [...byHundred.values()].map((chunk) => chunk.map(({ id }) => ({ contentType: 'discussion', contentId: id }) as const));
  }, [messages, until]);
}

/** Says the newest message to those who listen to the page instead of looking at it. */
function Announcement({ newest }: { newest: Discussion | undefined }) {
  const [firstId] = useState(newest?.id);
  const isNew = newest !== undefined && newest.id !== firstId && !newest.isMine;
  return (
    <p className="sr-only" aria-live="polite">
      {isNew && `${authorName(newest)}: ${newest.content ?? 'still a whisper'}`}
    </p>
  );
}
