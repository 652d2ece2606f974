import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { Button } from '../../shared/ui/button.tsx';
import { askFirst } from '../../shared/ui/dialog-store.ts';
import { Select } from '../../shared/ui/select.tsx';
import { adminQueries, type PanelPerson, useWipe } from './admin.queries.ts';

const texts = adminTexts.wipe;
const KINDS = ['questions', 'discussions', 'podcasts', 'reposts'] as const;

export function WipeCard({ people, ambassadorId }: { people: readonly PanelPerson[]; ambassadorId: string }) {
  const id = useId();
  const [person, setPerson] = useState<PanelPerson>();
  const offered = person && !people.some(({ id: each }) => each === person.id) ? [person, ...people] : people;
  const wipe = useWipe(ambassadorId);

  const start = async () => {
    if (!person || !(await askFirst(texts.sure(person.username), texts.verb, texts.undoable))) return;
    wipe.mutate({ person, idempotencyKey: newIdempotencyKey() }, { onSuccess: () => setPerson(undefined) });
  };
  return (
    <section className="card flex flex-col gap-4">
      <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {texts.who}
        </label>
        <Select
          id={id}
          className="field pr-11"
          value={person?.id ?? ''}
          disabled={wipe.isPending}
          onChange={(event) => setPerson(offered.find((each) => each.id === event.target.value))}
        >
          <option value="">{texts.choose}</option>
          {offered
            .filter(({ isProtected }) => isProtected !== true)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.username}
              </option>
            ))}
        </Select>
      </div>
      <Warning userId={person?.id ?? null} />
      <Button disabled={!person || wipe.isPending} onClick={start}>
        {wipe.isPending ? texts.sending : texts.submit}
      </Button>
    </section>
  );
}

function Warning({ userId }: { userId: string | null }) {
  const { data: counts, isError } = useQuery({ ...adminQueries.preview(userId ?? ''), enabled: userId !== null });
  return (
    <div
      className="rounded-control border border-amber/50 bg-amber-tint p-4"
      aria-busy={userId !== null && !counts && !isError}
    >
      <p className="font-semibold">{texts.warning}</p>
      <ul className="mt-1.5 list-disc pl-[1.3em]">
        {KINDS.map((kind) => (
          <li key={kind}>{userId !== null && counts ? texts.counts[kind](counts[kind]) : texts.kinds[kind]}</li>
        ))}
      </ul>
      {isError && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-air">
          {texts.previewFailed}
        </p>
      )}
      <p className="mt-2 text-sm text-soft">{texts.anonymous}</p>
      <p className="mt-1 text-sm text-soft">{texts.stays}</p>
    </div>
  );
}
