import type { ProfileStats } from '@hearsay/contracts';
import { figures } from '../../shared/texts/language.ts';
import { peopleTexts } from '../../shared/texts/people.ts';

const texts = peopleTexts.profile;
const TILES = ['boostsGiven', 'boostsReceived', 'answersGiven', 'questionsAsked'] as const;

/** Four quiet tiles: what a person has given and got. */
export function StatTiles({ stats }: { stats: ProfileStats }) {
  return (
    <dl aria-label={texts.counts} className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 px-3 pt-5">
      {TILES.map((name) => (
        <div key={name} className="card flex flex-col-reverse px-4 py-3">
          <dt className="text-sm text-soft">{texts[name]}</dt>
          <dd className="font-display text-[1.75rem] leading-tight font-bold">{figures(stats[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
