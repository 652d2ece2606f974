import { Discussion, limits, type ReplyBody } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { sendAct } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { FormSheet } from '../../shared/forms/form-sheet.tsx';
import { showFailure } from '../../shared/session/show-failure.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Switch } from '../../shared/ui/switch.tsx';

const texts = chatTexts.dialog;

const nothing = { content: '', isAnonymous: false };

interface ReplySheetProps {
  readonly questionId: string;
  readonly userId: string;
  readonly addressee: string;
  readonly parentReplyId: string | null;
  readonly mayBeAnonymous: boolean;
  /** The server would refuse a named reply. */
  readonly isAlwaysAnonymous: boolean;
  readonly onClose: () => void;
  readonly onPosted: (message: Discussion) => void;
}

/** Shows audio and video replies as coming soon. */
export function ReplySheet(props: ReplySheetProps) {
  const { questionId, userId, addressee, parentReplyId, mayBeAnonymous, isAlwaysAnonymous, onClose, onPosted } = props;
  const client = useQueryClient();
  return (
    <FormSheet
      title={texts.title(addressee)}
      texts={{ ...texts, pending: texts.sending }}
      kinds={texts.kinds}
      initial={nothing}
      name="content"
      limit={limits.dialogReply}
      draft={`reply:${parentReplyId ?? questionId}`}
      emptyText={texts.empty}
      send={async ({ content, isAnonymous }, idempotencyKey) => {
        const body: ReplyBody = {
          content: content.trim(),
          mediaUrl: null,
          mediaType: 'text',
          userId,
          isAnonymous: isAnonymous || isAlwaysAnonymous,
          parentReplyId,
        };
        const path = `/api/questions/${questionId}/discussions`;
        onPosted(await sendAct(client, Discussion, path, { body }, idempotencyKey));
        refreshEarnings(client);
        toast.good(texts.done);
      }}
      onFailed={(error) => showFailure(client, error, chatTexts.mustSignIn.reply, texts.failed)}
      onClose={onClose}
    >
      {(form) =>
        isAlwaysAnonymous ? (
          <p className="text-sm text-soft">{texts.anonymousHint}</p>
        ) : (
          mayBeAnonymous && (
            <Switch
              label={texts.anonymous}
              hint={texts.anonymousHint}
              isOn={form.values.isAnonymous}
              onChange={(isOn) => form.set('isAnonymous', isOn)}
            />
          )
        )
      }
    </FormSheet>
  );
}
