import type { Elements } from '../../shared/ui/elements.ts';

/** Of two buttons in a row the first takes what is left of it; below each other each takes a row. */
export const decideLook = { yes: 'grow-99', no: 'grow' } as const;

/** One group of settings. */
export function SettingsCard({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="card flex flex-col gap-4">
      <h2 className="text-[1.1875rem] font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Something about oneself that is only shown. */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="text-soft">{name}</span>
      <span className="font-semibold">{value}</span>
    </p>
  );
}
