import { AskedQuestion, type AskQuestionBody, limits } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendAct } from '../api/api-client.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { resetFeeds } from '../lists/list-cache.ts';
import { saveReceipt } from '../receipts/receipts.ts';
import { actTexts, dialogTexts } from '../texts/acts.ts';
import { toast } from '../toast/toast.ts';
import { type AskedPerson, closeDialog } from '../ui/dialog-store.ts';
import { CreatorPicker } from './creator-picker.tsx';

const texts = dialogTexts.ask;

export function AskDialog({ target: first }: { target: AskedPerson | null }) {
  const client = useQueryClient();
  const [target, setTarget] = useState(first);
  return (
    <FormSheet
      title={texts.title}
      texts={texts}
      intro={texts.onlyRegistered}
      initial={{ title: '' }}
      name="title"
      limit={limits.anonymousAsk}
      draft="ask-anonymously"
      emptyText={texts.empty}
      missing={target === null ? texts.noCreator : null}
      send={async ({ title }, idempotencyKey) => {
        const targetUserId = target?.id ?? null;
        const body: AskQuestionBody = {
          title: title.trim(),
          targetUserId,
          isAnonymous: true,
          allowAnonymousAnswers: false,
        };
        const { receipt } = await sendAct(client, AskedQuestion, '/api/questions', { body }, idempotencyKey);
        if (receipt !== null && targetUserId !== null) saveReceipt({ receipt, targetUserId });
        toast.good(actTexts.questionSent.title, actTexts.questionSent.text);
        void resetFeeds(client);
      }}
      onFailed={() => toast.bad(actTexts.questionNotSent.title, actTexts.questionNotSent.text)}
      onClose={closeDialog}
    >
      {() => <CreatorPicker chosen={target} onChoose={({ id, username }) => setTarget({ id, username })} />}
    </FormSheet>
  );
}
