import { useQueryClient } from '@tanstack/react-query';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { refreshInFeeds } from '../features/feed/feed.queries.ts';
import { useReadOnOpening } from '../features/notifications/read-on-opening.ts';
import { QuestionPage } from '../features/questions/question-page.tsx';
import { usePageParams } from '../shared/navigation/page-params.ts';

/** The page of a question with its chat. What the page learns of the question, such as opened words, is true in the lists as well. */
export default function QuestionRoute() {
  const client = useQueryClient();
  const { id = '' } = usePageParams();
  useReadOnOpening(id);
  return (
    <QuestionPage
      onRead={(question) => refreshInFeeds(client, question)}
      chatOf={(question) => <ChatPanel key={question.id} detail={question} />}
    />
  );
}
