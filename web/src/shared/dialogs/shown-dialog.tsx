import { ApproveDialog } from '../questions/approve-dialog.tsx';
import { RepostDialog } from '../reposts/repost-dialog.tsx';
import { useUserId } from '../session/use-session.ts';
import { closeDialog, type Dialog } from '../ui/dialog-store.ts';
import { AskDialog } from './ask-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { JoinSheet } from './join-sheet.tsx';
import { ReportDialog } from './report-dialog.tsx';

export default function ShownDialog({ dialog }: { dialog: Dialog }) {
  const userId = useUserId();
  if (dialog.kind === 'confirm') return <ConfirmDialog {...dialog} />;
  if (dialog.kind === 'copy') return <CopyDialog {...dialog} />;
  if (dialog.kind === 'join') return <JoinSheet {...dialog} />;
  if (dialog.kind === 'ask') return <AskDialog targetUserId={dialog.targetUserId} onClose={closeDialog} />;
  if (userId === null) return null;
  const own = { userId, onClose: closeDialog };
  if (dialog.kind === 'report') return <ReportDialog item={dialog.item} {...own} />;
  if (dialog.kind === 'repost') return <RepostDialog item={dialog.item} {...own} />;
  return <ApproveDialog question={dialog.question} {...own} />;
}
