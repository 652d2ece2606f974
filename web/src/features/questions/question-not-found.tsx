import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';

export function QuestionNotFound() {
  return (
    <>
      <PageTitle size="small">Question Not Found</PageTitle>
      <EmptyState text="It may have been taken back, or the link is not whole.">
        <LinkButton weight="quiet" to="/">
          Go to the start
        </LinkButton>
      </EmptyState>
    </>
  );
}
