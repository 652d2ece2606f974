/** The variables of a process; what is undefined is not passed on. */
export type Variables = Record<string, string | undefined>;

/** The environment of a server: plain C locale and UTC, and no PG* variable of the person at the keyboard (they would redirect it). */
export const serverEnvironment = (extra: Readonly<Variables> = {}): Variables => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', ...extra };
};

/** Takes the PG* variables out of this process too: our own clients and the migrations would heed them. */
export const dropPostgresVariables = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
};
