import type { QuestionDetail } from '@hearsay/contracts';
import { useEffect, useRef } from 'react';
import { mustStayAnonymous } from '../../shared/cards/content-rules.ts';
import { signInState } from '../../shared/navigation/sign-in-state.ts';
import type { StoredUser } from '../../shared/session/stored-user.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { soundTexts } from '../../shared/texts/content.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { DownIcon, UpIcon } from '../../shared/ui/icons.tsx';
import { Composer, ReplyToQuestionButton } from './composer.tsx';
import type { ChatSender } from './use-chat-sender.ts';

interface ChatDockProps {
  readonly detail: QuestionDetail;
  readonly user: StoredUser | null;
  readonly sender: ChatSender;
  readonly isAway: boolean;
  readonly missed: number;
  readonly hasNews: boolean;
  readonly onToEnd: () => void;
  readonly onToQuestion: () => void;
  readonly onReplyToQuestion: () => void;
}

const pill =
  'floating arrives pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-pill px-4 text-sm font-semibold';

/** `--dock` is the height of the composer. `--open-dock` also includes the buttons that float above the composer. */
const properties = ['--dock', '--open-dock'];

export function ChatDock(props: ChatDockProps) {
  const { detail, user, sender, isAway, missed, hasNews, onToEnd, onToQuestion, onReplyToQuestion } = props;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current?.parentElement || typeof ResizeObserver === 'undefined') return;
    const root = document.documentElement;
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const height = `${Math.ceil(borderBoxSize[0]?.blockSize ?? 0)}px`;
        root.style.setProperty(target === bar.current ? '--dock' : '--open-dock', height);
      }
    });
    observer.observe(bar.current);
    observer.observe(bar.current.parentElement);
    return () => {
      observer.disconnect();
      for (const name of properties) root.style.removeProperty(name);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the focus.
    <div
      className="chat-dock pointer-events-none fixed inset-x-0 bottom-0 z-20 mx-auto max-w-(--phone)"
      style={{ bottom: user ? 'var(--bottom)' : 0 }}
      // A button that took the focus would close the soft keyboard.
      onMouseDown={(event) => event.target instanceof HTMLTextAreaElement || event.preventDefault()}
    >
      <div className="flex flex-wrap items-end justify-center gap-2 px-3 pb-2.5">
        {hasNews && (
          <button
            type="button"
            onClick={onToQuestion}
            className={`${pill} border border-amber bg-amber-tint text-amber`}
          >
            <SoundBars size={17} />
            <span>{soundTexts.heard}</span>
            <UpIcon size={16} />
          </button>
        )}
        {isAway && (
          <button
            type="button"
            onClick={onToEnd}
            className={`${pill} ${missed > 0 ? 'bg-text text-ink' : 'border border-line bg-raised'}`}
          >
            <DownIcon size={17} />
            <span>{missed > 0 ? chatTexts.missed(missed) : chatTexts.latest}</span>
          </button>
        )}
      </div>
      <div ref={bar} className="blurred-bar pointer-events-auto border-t border-line px-2 py-2">
        {user ? (
          <Composer
            user={user}
            text={sender.text}
            onText={sender.setText}
            isAnonymous={sender.isAnonymous}
            isAlwaysAnonymous={mustStayAnonymous(detail)}
            onAnonymous={detail.allowAnonymousAnswers ? sender.setAnonymous : undefined}
            isSending={sender.sending !== null}
            onSend={sender.send}
            onReply={onReplyToQuestion}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 pb-(--safe-bottom)">
            <ReplyToQuestionButton onReply={onReplyToQuestion} />
            <p className="min-w-36 flex-1 text-soft">{chatTexts.signIn}</p>
            <LinkButton to="/login" state={signInState(`/questions/${detail.id}`)}>
              {frameTexts.signIn}
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  );
}
