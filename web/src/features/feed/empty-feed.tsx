import { createTexts } from '../../shared/texts/create.ts';
import { feedTexts } from '../../shared/texts/feed.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';

/** Shown when the list of all people's posts is empty. */
export const EmptyFeed = ({ text }: { text: string }) => (
  <EmptyState text={text}>
    <p>{feedTexts.first}</p>
    <LinkButton to="/create?type=question">{createTexts.question.submit}</LinkButton>
  </EmptyState>
);
