import { type ContentRef, isUnseen, limits } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { reportContent } from '../cards/content-acts.ts';
import { TextAreaField, tooLong } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { frameTexts } from '../texts/frame.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

interface ReportDialogProps {
  readonly item: ContentRef;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Asks for the reason of a report in the person's own words; without any, nothing is reported. */
export function ReportDialog({ item, userId, onClose }: ReportDialogProps) {
  const texts = dialogTexts.report;
  const client = useQueryClient();
  const form = useForm({
    initial: { reason: '' },
    draft: `report:${item.contentId}`,
    check: ({ reason }) => ({ reason: tooLong(reason, limits.reportReason) }),
    send: async ({ reason }, idempotencyKey) => {
      await reportContent({ client, userId }, item, reason.trim(), idempotencyKey);
      onClose();
    },
    // It has been said; the words stay.
    onFailed: () => undefined,
  });
  const isEmpty = isUnseen(form.values.reason);
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={form.submit}>
        <TextAreaField
          form={form}
          name="reason"
          label={texts.label}
          limit={limits.reportReason}
          rows={3}
          placeholder={texts.placeholder}
          dir="auto"
        />
        <div className="flex flex-wrap gap-2.5">
          <Button weight="quiet" className="min-w-32 flex-1" onClick={onClose}>
            {frameTexts.cancel}
          </Button>
          <Button type="submit" className="min-w-32 flex-1" disabled={isEmpty || form.isSending}>
            {form.isSending ? texts.pending : texts.submit}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
