import { frameTexts } from '../../shared/texts/frame.ts';
import { questionTexts } from '../../shared/texts/questions.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';

export function QuestionNotFound() {
  return (
    <>
      <PageTitle size="small">{questionTexts.notFound.title}</PageTitle>
      <EmptyState text={questionTexts.notFound.text}>
        <LinkButton weight="quiet" to="/">
          {frameTexts.toStart}
        </LinkButton>
      </EmptyState>
    </>
  );
}
