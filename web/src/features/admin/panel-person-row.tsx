import { adminTexts } from '../../shared/texts/admin.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { localDate } from '../../shared/time/time-labels.ts';
import { Avatar, Username } from '../../shared/ui/person.tsx';
import type { PanelPerson } from './admin.queries.ts';

const { creator, fan } = peopleTexts.accountTypes;

export function PanelPersonRow({ person }: { person: PanelPerson }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar user={person} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          <Username name={person.username} />
        </span>
        {person.createdAt && (
          <span className="block text-sm text-soft">{adminTexts.people.joined(localDate(person.createdAt))}</span>
        )}
      </span>
      {person.isCreator !== undefined && <span className="text-sm text-soft">{person.isCreator ? creator : fan}</span>}
    </span>
  );
}
