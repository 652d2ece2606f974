import type { BatchView, EntityKind } from '@hearsay/event-store';

interface Known {
  readonly kind: EntityKind<unknown>;
  readonly key: string;
  readonly state: unknown;
  readonly version?: number;
}

/** The view of a decision under test: the entities named here, and all claims but the ones somebody else holds. */
export const viewOf = (known: readonly Known[], lostClaims: readonly string[] = []): BatchView => {
  const find = (kind: { readonly name: string }, key: string): Known => {
    const entity = known.find((candidate) => candidate.kind.name === kind.name && candidate.key === key);
    if (!entity) throw new Error(`The test gave no ${kind.name} ${key}`);
    return entity;
  };
  return {
    state: <S>(kind: EntityKind<S>, key: string) => find(kind as EntityKind<unknown>, key).state as S,
    version: (kind, key) => find(kind, key).version ?? 0,
    holds: (claim) => !lostClaims.includes(claim),
  };
};
