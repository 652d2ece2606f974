import type { WipeCounts } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { PersonCombobox } from '../../shared/forms/person-combobox.tsx';
import { adminTexts } from '../../shared/texts/admin.ts';
import { Button } from '../../shared/ui/button.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { adminQueries, type PanelPerson, useWipe } from './admin.queries.ts';
import { PanelPersonRow } from './panel-person-row.tsx';

const texts = adminTexts.wipe;
const KINDS = ['questions', 'discussions', 'podcasts', 'reposts'] as const;

/** Maximum number of people in the list. A few letters of a name find all others. */
const MOST_OFFERED = 20;

interface WipeCardProps {
  readonly ambassadorId: string;
  readonly people: readonly PanelPerson[];
  readonly words: string;
  readonly chosen: PanelPerson | null;
  readonly onWords: (words: string) => void;
  readonly onChoose: (person: PanelPerson) => void;
}

export function WipeCard({ ambassadorId, people, words, chosen, onWords, onChoose }: WipeCardProps) {
  const wipe = useWipe(ambassadorId);
  const preview = useQuery({ ...adminQueries.preview(chosen?.id ?? ''), enabled: chosen !== null });
  const counts = chosen ? preview.data : undefined;
  // Protected people are not offered.
  const allowed = people.filter(({ isProtected }) => isProtected !== true);
  const offered = allowed.slice(0, MOST_OFFERED);
  const isNothing = counts !== undefined && KINDS.every((kind) => counts[kind] === 0);

  const start = async () => {
    if (!chosen || !(await askToConfirm(texts.sure(chosen.username), texts.verb, texts.undoable))) return;
    wipe.mutate({ person: chosen, idempotencyKey: newIdempotencyKey() }, { onSuccess: () => onWords('') });
  };
  return (
    <section className="card flex flex-col gap-4">
      <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
      <PersonCombobox
        label={texts.who}
        placeholder={texts.choose}
        words={words}
        offered={offered}
        chosenId={chosen?.id}
        isDisabled={wipe.isPending}
        result={offered.length === 0 ? adminTexts.people.nobody : texts.offered(offered.length)}
        rowOf={(person) => <PanelPersonRow person={person} />}
        below={
          allowed.length > offered.length && (
            <p className="px-2 py-1.5 text-sm text-soft">{texts.onlyFirst(offered.length)}</p>
          )
        }
        onWords={onWords}
        onChoose={onChoose}
      />
      <Warning
        counts={counts}
        isNothing={isNothing}
        isReading={chosen !== null && preview.isPending}
        hasFailed={chosen !== null && preview.isError}
      />
      <Button disabled={!chosen || isNothing || wipe.isPending} onClick={start}>
        {wipe.isPending ? texts.sending : texts.submit}
      </Button>
    </section>
  );
}

interface WarningProps {
  readonly counts: WipeCounts | undefined;
  readonly isNothing: boolean;
  readonly isReading: boolean;
  readonly hasFailed: boolean;
}

function Warning({ counts, isNothing, isReading, hasFailed }: WarningProps) {
  return (
    <div className="rounded-control border border-amber/50 bg-amber-tint p-4" aria-busy={isReading}>
      <p className="font-semibold">{texts.warning}</p>
      <ul className="mt-1.5 list-disc pl-[1.3em]">
        {KINDS.map((kind) => (
          <li key={kind}>{counts ? texts.counts[kind](counts[kind]) : texts.kinds[kind]}</li>
        ))}
      </ul>
      {hasFailed && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-air">
          {texts.previewFailed}
        </p>
      )}
      {isNothing && <p className="mt-1.5 font-semibold">{texts.nothing}</p>}
      <p className="mt-2 text-sm text-soft">{texts.anonymous}</p>
      <p className="mt-1 text-sm text-soft">{texts.stays}</p>
    </div>
  );
}
