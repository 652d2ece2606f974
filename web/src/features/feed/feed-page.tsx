import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { FeedList } from './feed-list.tsx';

export default function FeedPage() {
  return (
    <>
      <PageTitle>Feed</PageTitle>
      <FeedList
        sortBy="recent"
        failedText="Error loading feed"
        empty={
          <EmptyState text="Your feed is empty.">
            <LinkButton to="/discover">Discover</LinkButton>
          </EmptyState>
        }
      />
    </>
  );
}
