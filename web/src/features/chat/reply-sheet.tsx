import { type Discussion, limits, textLength } from '@hearsay/contracts';
import clsx from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { usePostReply } from './chat.mutations.ts';

interface ReplySheetProps {
  readonly questionId: string;
  readonly userId: string;
  /** Whom the title names, such as `@lou` or `ANONYMOUS`. */
  readonly addressee: string;
  readonly parentReplyId: string | null;
  readonly mayBeAnonymous: boolean;
  readonly onClose: () => void;
  readonly onPosted: (message: Discussion) => void;
}

/** The dialog for a longer reply. Audio and video are announced, not yet possible. */
export function ReplySheet({ questionId, userId, addressee, parentReplyId, mayBeAnonymous, onClose, onPosted }: ReplySheetProps) {
  const [text, setText] = useState('');
  const [isAnonymous, setAnonymous] = useState(false);
  const post = usePostReply(questionId, userId);
  // One key for these words: sending them again after a failure cannot post them twice.
  const act = useRef({ words: '', key: '' });
  const isEmpty = textLength(text) === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || post.isPending) return;
    const words = `${isAnonymous}${text.trim()}`;
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    try {
      onPosted(await post.mutateAsync({ content: text.trim(), isAnonymous, parentReplyId, idempotencyKey: act.current.key }));
      toast.good('Reply posted');
      onClose();
    } catch {
      toast.bad('Reply failed', 'Failed to post reply');
    }
  };

  return (
    <Sheet title={`Reply to ${addressee}`} onClose={onClose}>
      <div role="tablist" aria-label="Kind of reply" className="my-3 flex gap-1 rounded-control bg-raised p-1">
        {['Text', 'Audio', 'Video'].map((kind) => (
          <button
            key={kind}
            type="button"
            role="tab"
            aria-selected={kind === 'Text'}
            disabled={kind !== 'Text'}
            className={clsx('min-h-11 flex-1 rounded-[11px] text-sm font-semibold', kind === 'Text' ? 'bg-surface text-text' : 'text-soft')}
          >
            {kind}
            {kind !== 'Text' && <span className="block text-[11.5px] leading-none font-medium text-soft">coming soon</span>}
          </button>
        ))}
      </div>
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <Field id="reply-text" label="Your reply" aside={`${textLength(text)} / ${limits.dialogReply}`}>
          <textarea
            id="reply-text"
            rows={4}
            value={text}
            maxLength={limits.dialogReply}
            className="field resize-none"
            placeholder="Reply cannot be empty"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {mayBeAnonymous && <Switch label="Anonymous" hint="Nobody sees that it was you." isOn={isAnonymous} onChange={setAnonymous} />}
        <Button type="submit" disabled={isEmpty || post.isPending}>
          {post.isPending ? 'Posting…' : 'Reply'}
        </Button>
      </form>
    </Sheet>
  );
}
