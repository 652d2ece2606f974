import { feedTexts } from '../../shared/texts/feed.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { FeedList } from './feed-list.tsx';

export default function FeedPage() {
  return (
    <>
      <PageTitle>{feedTexts.feed.title}</PageTitle>
      <FeedList
        sortBy="recent"
        failedText={feedTexts.feed.failed}
        empty={
          <EmptyState text={feedTexts.feed.empty}>
            <LinkButton to="/discover">{feedTexts.feed.toDiscover}</LinkButton>
          </EmptyState>
        }
      />
    </>
  );
}
