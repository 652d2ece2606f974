import { useQuery } from '@tanstack/react-query';
import { personQueries } from '../people/person.queries.ts';
import { useUserId } from '../session/session.ts';
import { peopleTexts } from '../texts/people.ts';
import { PersonRow } from './person-row.tsx';

const texts = peopleTexts.heard;

/** Draws nothing for visitors, if no person was heard, and after a failed read, because the page has another list. */
export default function HeardPeople() {
  const viewerId = useUserId();
  const { data } = useQuery({ ...personQueries.heard(viewerId ?? ''), enabled: viewerId !== null });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="heard-people" className="pb-4">
      <h2 id="heard-people" className="px-4 pb-2 font-display text-[1.125rem] font-bold">
        {texts.title}
      </h2>
      {/* The list scrolls inside its own row. Links in it take the focus, and the browser scrolls to them. */}
      <ul className="flex scroll-px-3 gap-2 overflow-x-auto px-3 pb-1">
        {data.map((person) => (
          <li key={person.id} className="w-52 max-w-[80vw] flex-none">
            <PersonRow person={person} viewerId={viewerId} isNarrow />
          </li>
        ))}
      </ul>
    </section>
  );
}
