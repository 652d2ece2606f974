import type { Question } from '@hearsay/contracts';
import { KnownBoosts } from '../../shared/boosts/known-boosts.tsx';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { KnownReposts } from '../../shared/reposts/known-reposts.tsx';

interface KnownActsProps {
  readonly of: readonly Pick<Question, 'id'>[];
  readonly viewerId: string;
}

/** Draws nothing: asks what the viewer has boosted and reposted of the questions that a profile shows, for their buttons. */
export function KnownActs({ of: questions, viewerId }: KnownActsProps) {
  const items = questions.map(questionRef);
  return (
    <>
      <KnownBoosts of={items} userId={viewerId} />
      <KnownReposts of={items} userId={viewerId} />
    </>
  );
}
