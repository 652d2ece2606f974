import { AskState, Success } from '@hearsay/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ApiError, isNotFound, newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { deleteReceipt } from '../../shared/receipts/receipts.ts';
import { useUserId } from '../../shared/session/session.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { receiptTexts } from '../../shared/texts/receipts.ts';
import { copyWords } from '../../shared/toast/copy-words.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { EmptyState, FailedState, LoadingState, PageTitle } from '../../shared/ui/states.tsx';

const isReceipt = (code: string): boolean => /^[\w-]{22}$/.test(code);

const gone: AskState = { state: 'gone', questionId: null };

/** Uses POST, so that no URL contains the code. A code is unknown once the words of its question are erased. */
const askState = (receipt: string) =>
  queryOptions({
    queryKey: queryKeys.receipt(receipt),
    queryFn: async (): Promise<AskState> => {
      try {
        return await send(AskState, '/api/receipts', { body: { receipt } });
      } catch (error) {
        if (isNotFound(error)) return gone;
        throw error;
      }
    },
    // The server limits these reads strictly, so the page repeats none by itself.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export default function ReceiptPage() {
  const receipt = useLocation().hash.slice(1);
  return (
    <>
      <PageTitle>{receiptTexts.title}</PageTitle>
      {isReceipt(receipt) ? (
        <Ask key={receipt} receipt={receipt} />
      ) : (
        <EmptyState text={receiptTexts.none}>
          <ToStart />
        </EmptyState>
      )}
    </>
  );
}

const ToStart = () => (
  <LinkButton weight="quiet" to="/">
    {frameTexts.toStart}
  </LinkButton>
);

function Ask({ receipt }: { receipt: string }) {
  const { data, error, refetch } = useQuery(askState(receipt));
  const isGone = data?.state === 'gone';
  useEffect(() => {
    if (isGone) deleteReceipt(receipt);
  }, [isGone, receipt]);
  if (error) {
    const isTooOften = error instanceof ApiError && error.status === 429;
    return <FailedState text={isTooOften ? receiptTexts.tooOften : receiptTexts.failed} onRetry={refetch} />;
  }
  if (!data) return <LoadingState />;
  if (data.state === 'waiting') return <WaitingAsk receipt={receipt} />;
  if (data.questionId === null) {
    return (
      <EmptyState text={receiptTexts.gone}>
        <ToStart />
      </EmptyState>
    );
  }
  return (
    <EmptyState text={receiptTexts.answered}>
      <LinkButton to={`/questions/${data.questionId}`}>{receiptTexts.toAnswer}</LinkButton>
    </EmptyState>
  );
}

function WaitingAsk({ receipt }: { receipt: string }) {
  const here = useLocation();
  const userId = useUserId();
  const withdrawal = useWithdrawal(receipt);
  const withdraw = async () => {
    const { withdrawFirst, withdraw: verb, withdrawDetail } = receiptTexts;
    if (await askToConfirm(withdrawFirst, verb, withdrawDetail)) withdrawal.mutate(newIdempotencyKey());
  };
  const copy = () => copyWords(window.location.href, { done: receiptTexts.copied, byHand: receiptTexts.copyByHand });
  return (
    <div className="flex flex-col gap-3 px-3">
      <section className="card">
        <h2 className="text-[1.1875rem] font-bold">{receiptTexts.waiting}</h2>
        <p className="pt-1 text-soft">{receiptTexts.waitingHint}</p>
        <div className="flex flex-wrap gap-2.5 pt-4">
          <Button weight="quiet" className="flex-[1_1_11rem]" onClick={copy}>
            {receiptTexts.copy}
          </Button>
          <Button weight="quiet" className="flex-[1_1_8rem]" disabled={withdrawal.isPending} onClick={withdraw}>
            {receiptTexts.withdraw}
          </Button>
        </div>
      </section>
      {userId === null && (
        <LinkButton to="/register" state={{ from: here.pathname + here.hash }}>
          {receiptTexts.account}
        </LinkButton>
      )}
    </div>
  );
}

/** Shows the newest state after a refusal, because the question may have been answered before. */
function useWithdrawal(receipt: string) {
  const client = useQueryClient();
  const { queryKey } = askState(receipt);
  return useMutation({
    mutationFn: (idempotencyKey: string) =>
      send(Success, '/api/receipts', { method: 'DELETE', body: { receipt }, idempotencyKey }),
    onSuccess: () => {
      client.setQueryData(queryKey, gone);
      toast.good(receiptTexts.withdrawn);
    },
    onError: (error) => {
      const { title, text } = receiptTexts.withdrawFailed;
      toast.bad(title, text);
      if (error instanceof ApiError && (error.status === 404 || error.status === 409))
        void client.invalidateQueries({ queryKey });
    },
  });
}
