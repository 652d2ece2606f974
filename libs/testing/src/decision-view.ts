import type { AggregateDefinition, BatchView } from '@hearsay/event-store';

interface Known {
  readonly aggregate: { readonly name: string };
  readonly key: string;
  readonly state: unknown;
}

/** The view that a decision gets, with these instances. It has every claim but `lostClaims`. */
export const batchViewOf = (known: readonly Known[], lostClaims: readonly string[] = []): BatchView => {
  const find = (aggregate: { readonly name: string }, key: string): Known => {
    const instance = known.find((candidate) => candidate.aggregate.name === aggregate.name && candidate.key === key);
    if (!instance) throw new Error(`The test gave no ${aggregate.name} ${key}`);
    return instance;
  };
  return {
    state: <S>(aggregate: AggregateDefinition<S>, key: string) => find(aggregate, key).state as S,
    holds: (claim) => !lostClaims.includes(claim),
  };
};
