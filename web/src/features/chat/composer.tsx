import { isBlank, limits, textLength } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, memo } from 'react';
import { GrowingTextArea } from '../../shared/forms/growing-text-area.tsx';
import { isEnter } from '../../shared/forms/keyboard-keys.ts';
import { LimitAnnouncement } from '../../shared/forms/limit-announcement.tsx';
import type { StoredUser } from '../../shared/session/stored-user.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { figures } from '../../shared/texts/language.ts';
import { ReplyIcon } from '../../shared/ui/card-icons.tsx';
import { SendIcon } from '../../shared/ui/icons.tsx';
import { Avatar, Username } from '../../shared/ui/person.tsx';

const texts = chatTexts.composer;

export function ReplyToQuestionButton({ onReply }: { onReply: () => void }) {
  return (
    <button
      type="button"
      aria-label={chatTexts.replyToQuestion}
      onClick={onReply}
      className="grid size-11 flex-none place-items-center rounded-control text-soft"
    >
      <ReplyIcon size={22} />
    </button>
  );
}

function NameSwitch({ user, isAnonymous, onAnonymous }: Pick<ComposerProps, 'user' | 'isAnonymous' | 'onAnonymous'>) {
  return (
    <button
      type="button"
      disabled={!onAnonymous}
      onClick={() => onAnonymous?.(!isAnonymous)}
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 text-left text-[min(0.875rem,6vw)] font-semibold"
    >
      <Avatar user={isAnonymous ? null : user} size={26} />
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <span className="min-w-0 wrap-anywhere">
          {isAnonymous ? (
            <span className="text-whisper">{texts.anonymous}</span>
          ) : (
            <Username name={texts.asName(user.username)} />
          )}
        </span>
        {onAnonymous && <span className="font-medium text-soft underline underline-offset-4">{texts.changeName}</span>}
      </span>
    </button>
  );
}

interface ComposerProps {
  readonly user: StoredUser;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isAnonymous: boolean;
  readonly onAnonymous?: (isAnonymous: boolean) => void;
  /** The writer asked this pending question anonymously and must stay anonymous. */
  readonly isAlwaysAnonymous: boolean;
  readonly isSending: boolean;
  /** May be called while a message is being sent. The next message is then sent afterwards. */
  readonly onSend: () => void;
  readonly onReply: () => void;
}

const FEW_LEFT = 40;
const MAX_HEIGHT = 132;

export const Composer = memo(function Composer(props: ComposerProps) {
  const { user, text, onText, isAnonymous, onAnonymous, isAlwaysAnonymous, isSending, onSend, onReply } = props;
  const left = limits.chatMessage - textLength(text);
  const isFit = !isBlank(text) && left >= 0;

  const sendOnEnter = (event: KeyboardEvent) => {
    if (!isEnter(event) || event.shiftKey) return;
    event.preventDefault();
    if (isFit) onSend();
  };

  return (
    <form
      aria-label={chatTexts.composer.label}
      className="flex flex-wrap items-end justify-end gap-x-1 gap-y-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit) onSend();
      }}
    >
      <div className="flex min-w-0 flex-[1_1_100%] items-center justify-between">
        <NameSwitch user={user} isAnonymous={isAnonymous} onAnonymous={isAlwaysAnonymous ? undefined : onAnonymous} />
        <ReplyToQuestionButton onReply={onReply} />
      </div>
      <div className="relative min-w-0 flex-[1_1_6rem]">
        <GrowingTextArea
          id="chat-composer"
          rows={1}
          value={text}
          dir="auto"
          maxHeight={MAX_HEIGHT}
          aria-label={chatTexts.composer.message}
          aria-describedby="chat-characters-left"
          aria-invalid={left < 0 || undefined}
          placeholder={isAnonymous ? chatTexts.composer.anonymousPlaceholder : chatTexts.composer.placeholder}
          className="field block pe-[3.2rem] low:max-h-[calc(2lh+24px)]"
          enterKeyHint="send"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <span
          id="chat-characters-left"
          className={clsx(
            'pointer-events-none absolute end-3 bottom-3.5 text-[0.8125rem] leading-tight',
            left < 0 ? 'font-semibold text-air' : left <= FEW_LEFT ? 'font-semibold text-amber' : 'text-soft',
          )}
        >
          <span>{figures(left)}</span>
          <span className="sr-only">{` ${chatTexts.composer.charactersLeft}`}</span>
        </span>
        <LimitAnnouncement left={left} />
      </div>
      <button
        type="submit"
        aria-label={chatTexts.composer.send}
        disabled={!isFit || isSending}
        className="ml-1 grid size-12 flex-none place-items-center rounded-control bg-air text-air-ink transition-colors disabled:bg-raised disabled:text-faint"
      >
        <SendIcon />
      </button>
    </form>
  );
});
