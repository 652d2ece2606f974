import type { Question } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { loadCode } from '../errors/new-build.ts';
import { useUser } from '../session/session.ts';
import { pendingTexts } from '../texts/acts.ts';
import { useOneActAtATime } from '../toast/use-one-act-at-a-time.ts';
import { Button } from '../ui/button.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { SentenceWithName } from '../words/sentence-with-name.tsx';
import { mayApprove } from './content-rules.ts';

interface PendingActsProps {
  readonly question: Question;
  readonly place: 'pending' | 'card';
  readonly onIgnored?: () => void;
}

export default function PendingActs({ question, place, onIgnored }: PendingActsProps) {
  const viewer = useUser();
  const client = useQueryClient();
  const once = useOneActAtATime();
  const described = use(ContentNameContext);
  const ignore = once(async () => {
    const { ignoreQuestion } = await loadCode(() => import('./content-acts.ts'));
    if (await ignoreQuestion({ client, userId: viewer?.id ?? null }, question, place)) onIgnored?.();
  });
  if (question.isMine && question.targetUsername)
    return (
      <p className="mt-4 text-[0.8125rem] font-medium text-whisper">
        <SentenceWithName say={pendingTexts.waitsFor} name={question.targetUsername} />
      </p>
    );
  if (!mayApprove(question, viewer)) return null;
  return (
    <div className="mt-4">
      <p className="text-[0.8125rem] font-medium text-whisper">{pendingTexts.waits}</p>
      <div className="mt-2 flex flex-wrap gap-2.5">
        <Button
          className="min-w-28 flex-1"
          aria-describedby={described}
          onClick={() => openDialog({ kind: 'approve', question })}
        >
          {pendingTexts.approve}
        </Button>
        <Button weight="quiet" className="min-w-28 flex-1" aria-describedby={described} onClick={ignore}>
          {pendingTexts.ignore}
        </Button>
      </div>
    </div>
  );
}
