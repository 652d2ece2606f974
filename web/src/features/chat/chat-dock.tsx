import type { QuestionDetail } from '@hearsay/contracts';
import type { StoredUser } from '../../shared/session/stored-user.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { DownIcon, ReplyIcon } from '../../shared/ui/icons.tsx';
import { Composer } from './composer.tsx';
import type { ChatSender } from './use-chat-sender.ts';

interface ChatDockProps {
  readonly detail: QuestionDetail;
  readonly user: StoredUser | null;
  readonly sender: ChatSender;
  /** Messages that came while the reader was further up. */
  readonly missed: number;
  readonly onToEnd: () => void;
  readonly onReplyToQuestion: () => void;
}

/** What stays at the thumb while the chat scrolls: the way to its end, the way into the reply dialog, and the composer. */
export function ChatDock({ detail, user, sender, missed, onToEnd, onReplyToQuestion }: ChatDockProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-(--phone)" style={{ bottom: user ? 'var(--nav)' : 0 }}>
      <div className="pointer-events-none flex items-end justify-end gap-3 px-4 pb-3">
        {missed > 0 && (
          <button
            type="button"
            onClick={onToEnd}
            className="floating arrives pointer-events-auto mx-auto inline-flex min-h-11 items-center gap-2 rounded-pill bg-text px-4 text-sm font-semibold text-ink"
          >
            <DownIcon size={17} /> {chatTexts.missed(missed)}
          </button>
        )}
        <button
          type="button"
          aria-label={chatTexts.replyToQuestion}
          onClick={onReplyToQuestion}
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
            isSending={sender.sending !== null}
            onSend={sender.send}
          />
        ) : (
          <div className="flex items-center justify-between gap-3 pb-(--safe-bottom)">
            <p className="text-soft">{chatTexts.signIn}</p>
            <LinkButton to="/login" state={{ from: `/questions/${detail.id}` }}>
              {frameTexts.signIn}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  );
}
