import { frameTexts } from '../shared/texts/frame.ts';
import { LinkButton } from '../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../shared/ui/states.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageTitle size="small">{frameTexts.notFound.title}</PageTitle>
      <EmptyState text={frameTexts.notFound.text}>
        <LinkButton weight="quiet" to="/">
          {frameTexts.toStart}
        </LinkButton>
      </EmptyState>
    </>
  );
}
