import { LinkButton } from '../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../shared/ui/states.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageTitle size="small">404 Page Not Found</PageTitle>
      <EmptyState text="Nobody has heard of this page.">
        <LinkButton weight="quiet" to="/">
          Go to the start
        </LinkButton>
      </EmptyState>
    </>
  );
}
