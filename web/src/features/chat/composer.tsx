import { limits, textLength } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { StoredUser } from '../../shared/session/stored-user.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { SendIcon } from '../../shared/ui/icons.tsx';

interface ComposerProps {
  readonly user: StoredUser;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isAnonymous: boolean;
  /** Absent where the asker wants names. */
  readonly onAnonymous?: (isAnonymous: boolean) => void;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** When no more than so many characters are left, the counter stands out. */
const FEW_LEFT = 40;

/** The line at the thumb where a chat message is written. */
export function Composer({ user, text, onText, isAnonymous, onAnonymous, isSending, onSend }: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const left = limits.chatMessage - textLength(text);
  const canSend = !isSending && textLength(text) > 0 && left >= 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(132, element.scrollHeight + 2)}px`;
  }, [text]);

  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  };

  return (
    <form
      aria-label={chatTexts.composer.label}
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {onAnonymous && (
        <button
          type="button"
          aria-label={chatTexts.composer.anonymously}
          aria-pressed={isAnonymous}
          onClick={() => onAnonymous(!isAnonymous)}
          className="grid size-12 flex-none place-items-center rounded-control"
        >
          <Avatar user={isAnonymous ? null : user} size={34} />
        </button>
      )}
      <div className="relative min-w-0 flex-1">
        <textarea
          ref={area}
          rows={1}
          value={text}
          maxLength={limits.chatMessage}
          aria-label={chatTexts.composer.message}
          aria-describedby="chat-characters-left"
          placeholder={isAnonymous ? chatTexts.composer.anonymousPlaceholder : chatTexts.composer.placeholder}
          className="field block resize-none pr-12"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <span
          id="chat-characters-left"
          className={clsx(
            'pointer-events-none absolute right-3.5 bottom-3.5 text-[13px]',
            left <= FEW_LEFT ? 'font-semibold text-amber' : 'text-soft',
          )}
        >
          {left}
          <span className="sr-only"> {chatTexts.composer.charactersLeft}</span>
        </span>
      </div>
      <button
        type="submit"
        aria-label={chatTexts.composer.send}
        disabled={!canSend}
        className="grid size-12 flex-none place-items-center rounded-control bg-air text-air-ink transition-colors disabled:bg-raised disabled:text-faint"
      >
        <SendIcon />
      </button>
    </form>
  );
}
