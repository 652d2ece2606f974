import { Success } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { notificationQueries } from '../features/notifications/notification.queries.ts';
import { QuestionPage } from '../features/questions/question-page.tsx';
import { sendAct } from '../shared/api/api-client.ts';
import { queryKeys } from '../shared/api/cache.ts';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { useUserId } from '../shared/session/session.ts';

export default function QuestionRoute() {
  const { id = '' } = usePageParams();
  useReadOnOpening(id);
  return <QuestionPage chatOf={(question) => <ChatPanel key={question.id} detail={question} />} />;
}

function useReadOnOpening(questionId: string): void {
  const client = useQueryClient();
  const userId = useUserId();
  const { data } = useQuery({ ...notificationQueries.unread(userId ?? ''), enabled: userId !== null });
  const unread = data?.unread;
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (unread === undefined || opened.current === questionId) return;
    opened.current = questionId;
    if (unread === 0) return;
    const readAgain = () => void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    sendAct(client, Success, '/api/notifications/read', { body: { questionId } }).then(readAgain, readAgain);
  }, [client, questionId, unread]);
}
