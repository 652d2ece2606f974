import { type ContentRef, limits } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { reportContent } from '../cards/content-acts.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { dialogTexts } from '../texts/dialogs.ts';

export function ReportDialog({ item, userId, onClose }: { item: ContentRef; userId: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <FormSheet
      title={dialogTexts.report.title}
      texts={dialogTexts.report}
      initial={{ reason: '' }}
      name="reason"
      limit={limits.reportReason}
      rows={3}
      draft={`report:${item.contentId}`}
      emptyText=""
      isCancelShown
      send={({ reason }, key) => reportContent({ client, userId }, item, reason.trim(), key)}
      onClose={onClose}
    />
  );
}
