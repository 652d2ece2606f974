import { beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { chatProps } from '../../test/chat-props.ts';
import { AtAddress, fakeApi, renderWith } from '../../test/page.tsx';
import {
  asFeedItem,
  listedQuestion,
  sampleMessage,
  sampleNotification,
  samplePodcast,
  sampleReport,
} from '../../test/sample-content.ts';
import { ChatList } from '../features/chat/chat-list.tsx';
import { PinnedReply } from '../features/chat/pinned-reply.tsx';
import { OwnContentCard } from '../features/my-content/own-content-card.tsx';
import { NotificationRow } from '../features/notifications/notification-row.tsx';
import { ReportCard } from '../features/notifications/report-card.tsx';
import { ActivityRow } from '../features/profile/activity-row.tsx';
import { FeedCard } from '../shared/cards/feed-card.tsx';
import { QuestionCard } from '../shared/cards/question-card.tsx';

const never = () => undefined;
beforeEach(() => {
  fakeApi(() => ({}));
  jest.spyOn(console, 'error').mockImplementation(never);
});

const undrawable = <T extends object>(item: T, field: keyof T): T =>
  Object.defineProperty({ ...item }, field, {
    get: () => {
      throw new TypeError('URL.canParse is not a function');
    },
  });

const asked = asFeedItem(listedQuestion({ title: 'words' }));
const said = asFeedItem(sampleMessage(1, { content: 'words' }));
const episode = asFeedItem(samplePodcast(1, { title: 'words' }));
const told = sampleNotification({ message: 'words' });
const reported = sampleReport(1, {
  contentPreview: { title: 'words', description: null, content: null, mediaType: null },
});

const both = <T,>(draw: (item: T) => ReactNode, drawable: T, broken: T) => (
  <>
    {draw(broken)}
    {draw(drawable)}
  </>
);

it.each<[string, ReactNode]>([
  ['a question in a list', both((item) => <FeedCard item={item} />, asked, undrawable(asked, 'title'))],
  ['a reply in a list', both((item) => <FeedCard item={item} />, said, undrawable(said, 'content'))],
  ['an episode in a list', both((item) => <FeedCard item={item} />, episode, undrawable(episode, 'title'))],
  ['a question on a page', both((item) => <QuestionCard question={item} />, asked, undrawable(asked, 'title'))],
  [
    'a message',
    <ChatList
      key="chat"
      {...chatProps}
      messages={[undrawable(sampleMessage(2, { boostThreshold: 1 }), 'isRevealed'), said]}
    />,
  ],
  [
    'a pinned reply',
    both(
      (item) => <PinnedReply reply={item} boosts={0} isSought={false} isReported={false} onRemoved={never} />,
      said,
      undrawable(said, 'content'),
    ),
  ],
  [
    'an own question',
    both((item) => <OwnContentCard item={item} onEdit={never} onDelete={never} />, asked, undrawable(asked, 'title')),
  ],
  ['an act', both((item) => <ActivityRow item={item} />, asked, undrawable(asked, 'title'))],
  [
    'a notification',
    both(
      (item) => <NotificationRow notification={item} onOpen={never} onDelete={never} />,
      told,
      undrawable(told, 'message'),
    ),
  ],
  [
    'a report',
    both((item) => <ReportCard reports={[item]} onView={never} />, reported, undrawable(reported, 'contentPreview')),
  ],
])('%s that fails to render is replaced by a text, and the rest stays', async (_name, items) => {
  renderWith(new QueryClient(), items);
  expect(await screen.findByText('words')).toBeInTheDocument();
  expect(await screen.findAllByText('This could not be shown.')).toHaveLength(1);
});

it('a failed item is rendered again after it changes', () => {
  const draw = (item: typeof told) => (
    <AtAddress>
      <NotificationRow notification={item} onOpen={never} onDelete={never} />
    </AtAddress>
  );
  const { rerender } = render(draw(undrawable(told, 'message')));
  expect(screen.getByText('This could not be shown.')).toBeInTheDocument();
  rerender(draw(told));
  expect(screen.getByText('words')).toBeInTheDocument();
});
