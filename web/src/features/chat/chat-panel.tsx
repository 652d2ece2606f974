import type { QuestionDetail } from '@hearsay/contracts';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { KnownBoosts } from '../../shared/boosts/known-boosts.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { Announcement } from './announcement.tsx';
import { ChatDock } from './chat-dock.tsx';
import { ChatList } from './chat-list.tsx';
import { SendingMessage } from './chat-message.tsx';
import { authorName } from './chat-rows.ts';
import { ReplySheet } from './reply-sheet.tsx';
import { useReadFirst, useShown } from './shown-messages.ts';
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
    toast.bad(frameTexts.loginRequired, chatTexts.signInToReply);
    navigate('/login', { state: { from: `/questions/${detail.id}` } });
  };

  const showEarlier = async () => {
    setLoadingEarlier(true);
    try {
      await loadEarlier();
    } catch {
      toast.bad(chatTexts.earlierFailed.title, chatTexts.earlierFailed.text);
    } finally {
      setLoadingEarlier(false);
    }
  };

  return (
    <section aria-label={chatTexts.label} className={clsx('pt-2', user ? 'pb-14' : 'pb-28')}>
      {room.hasEarlier && (
        <div className="flex justify-center pt-2">
          <Button weight="quiet" disabled={isLoadingEarlier} onClick={showEarlier}>
            {isLoadingEarlier ? chatTexts.loadingEarlier : chatTexts.earlier}
          </Button>
        </div>
      )}
      {user && readFirst.map((chunk) => <KnownBoosts key={chunk[0]?.contentId} of={chunk} userId={user.id} />)}
      {shown.length === 0 && !isSending && <EmptyState text={chatTexts.empty} />}
      <ChatList
        messages={shown}
        nearness={nearnessOf(detail)}
        soughtId={soughtId}
        onReply={(message) =>
          askToReply({ name: message.isAnonymous ? chatTexts.anonymous : `@${authorName(message)}`, parentReplyId: message.id })
        }
      />
      {sender.sending && <SendingMessage content={sender.sending.content} />}
      <Announcement newest={newest} />

      <ChatDock
        detail={detail}
        user={user}
        sender={sender}
        missed={missed}
        onToEnd={toEnd}
        onReplyToQuestion={() =>
          askToReply({
            name: detail.isAnonymous ? chatTexts.anonymous : `@${detail.creatorUsername ?? chatTexts.someone}`,
            parentReplyId: null,
          })
        }
      />

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
