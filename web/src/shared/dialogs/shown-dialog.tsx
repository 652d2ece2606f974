import { type ContentRef, limits, type ReportedRef } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { reportContent } from '../cards/content-acts.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { signInState } from '../navigation/sign-in-state.ts';
import { ApproveDialog } from '../questions/approve-dialog.tsx';
import { LockSheet } from '../questions/lock-sheet.tsx';
import { repost } from '../reposts/repost-acts.ts';
import { useUserId } from '../session/session.ts';
import { saveUnfinishedAct } from '../session/unfinished-act.ts';
import { actTexts, dialogTexts } from '../texts/acts.ts';
import { soundTexts } from '../texts/content.ts';
import { frameTexts } from '../texts/frame.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { closeDialog, type Dialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { ShareSheet } from './share-sheet.tsx';

const mustSignIn = { boost: soundTexts.mustSignIn, repost: actTexts.mustSignIn.repost };

function JoinSheet({ act, item, missing }: Extract<Dialog, { kind: 'join' }>) {
  const { pathname, search, hash } = useLocation();
  const texts = dialogTexts.join;
  const way = { state: signInState(pathname + search + hash), onClick: () => saveUnfinishedAct(act, item) };
  return (
    <Sheet title={act === 'boost' ? texts.boost(missing) : texts.repost} onClose={closeDialog}>
      <p className="pt-1 font-semibold">{mustSignIn[act]}</p>
      <p className="pt-1 text-soft">{texts.text}</p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <LinkButton to="/register" className="flex-[1_1_11rem]" {...way}>
          {texts.account}
        </LinkButton>
        <LinkButton to="/login" weight="quiet" className="flex-[1_1_8rem]" {...way}>
          {texts.signIn}
        </LinkButton>
      </div>
    </Sheet>
  );
}

function ReportSheet({ item, userId }: { item: ReportedRef; userId: string }) {
  const client = useQueryClient();
  return (
    <FormSheet
      title={dialogTexts.report.title}
      texts={item.contentType === 'user' ? { ...dialogTexts.report, ...dialogTexts.reportPerson } : dialogTexts.report}
      initial={{ reason: '' }}
      name="reason"
      limit={limits.reportReason}
      rows={3}
      draft={`report:${item.contentId}`}
      emptyText=""
      isCancelShown
      send={({ reason }, key) => reportContent({ client, userId }, item, reason.trim(), key)}
      onClose={closeDialog}
    />
  );
}

function RepostSheet({ item, userId }: { item: ContentRef; userId: string }) {
  const client = useQueryClient();
  return (
    <FormSheet
      title={dialogTexts.repost.title}
      texts={dialogTexts.repost}
      kinds={dialogTexts.repost.kinds}
      initial={{ repostText: '' }}
      name="repostText"
      limit={limits.repostText}
      draft={`repost:${item.contentId}`}
      send={({ repostText }, key) => repost(client, item, userId, repostText, key)}
      onClose={closeDialog}
    />
  );
}

export default function ShownDialog({ dialog }: { dialog: Dialog }) {
  const userId = useUserId();
  if (dialog.kind === 'confirm') return <ConfirmDialog {...dialog} />;
  if (dialog.kind === 'share') return <ShareSheet {...dialog.question} />;
  if (dialog.kind === 'copy') return <CopyDialog {...dialog} />;
  if (dialog.kind === 'join') return <JoinSheet {...dialog} />;
  if (dialog.kind === 'ask') return <AskDialog {...dialog} />;
  if (userId === null) return null;
  if (dialog.kind === 'report') return <ReportSheet item={dialog.item} userId={userId} />;
  if (dialog.kind === 'lock') return <LockSheet question={dialog.question} userId={userId} />;
  if (dialog.kind === 'repost') return <RepostSheet item={dialog.item} userId={userId} />;
  return <ApproveDialog question={dialog.question} userId={userId} />;
}

function ConfirmDialog({ title, detail, verb, answer }: Extract<Dialog, { kind: 'confirm' }>) {
  return (
    <Sheet title={title} onClose={closeDialog}>
      {detail && <p className="pt-1 text-soft">{detail}</p>}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button weight="quiet" className="min-w-32 flex-1" onClick={closeDialog}>
          {frameTexts.cancel}
        </Button>
        <Button
          className="min-w-32 flex-1"
          onClick={() => {
            answer(true);
            closeDialog();
          }}
        >
          {verb}
        </Button>
      </div>
    </Sheet>
  );
}

function CopyDialog({ title, words }: Extract<Dialog, { kind: 'copy' }>) {
  return (
    <Sheet title={title} onClose={closeDialog}>
      <textarea
        readOnly
        rows={4}
        dir="auto"
        aria-label={title}
        className="field mt-3 resize-none"
        value={words}
        onFocus={({ target }) => target.select()}
      />
      <Button weight="quiet" className="mt-4 w-full" onClick={closeDialog}>
        {frameTexts.close}
      </Button>
    </Sheet>
  );
}
