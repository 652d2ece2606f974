import type { Elements } from '../../shared/ui/elements.ts';

/** Side by side, the first button takes the rest of the row. Stacked, each takes a row. */
export const decideLook = { yes: 'grow-99', no: 'grow' } as const;

export function SettingsCard({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="card flex flex-col gap-4">
      <h2 className="text-[1.1875rem] font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="text-soft">{name}</span>
      <span className="font-semibold">{value}</span>
    </p>
  );
}
