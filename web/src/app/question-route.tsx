import { useQueryClient } from '@tanstack/react-query';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { refreshInFeeds } from '../features/feed/feed.queries.ts';
import { useReadOnOpening } from '../features/notifications/read-on-opening.ts';
import { QuestionPage } from '../features/questions/question-page.tsx';
import { useParams } from '../shared/navigation/navigation.tsx';

/** The page of a question with its chat. What the page learns of the question, such as opened words, is true in the lists as well. */
export default function QuestionRoute() {
  const client = useQueryClient();
  const { id = '' } = useParams();
  useReadOnOpening(id);
  return (
    <QuestionPage
      onRead={(question) => refreshInFeeds(client, question)}
      chatOf={(question) => <ChatPanel key={question.id} detail={question} />}
    />
  );
}
