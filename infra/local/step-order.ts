/** Steps of one lane run one after the other. */
interface InLane {
  readonly lane?: string;
}

/**
 * Runs first the steps without a lane, one after the other, and then the lanes: beside each other where that is wanted, else one after the other as well.
 * @param run never rejects
 */
export const runInOrder = async <S extends InLane>(
  steps: readonly S[],
  { beside, run }: { readonly beside: boolean; readonly run: (step: S) => Promise<void> },
): Promise<void> => {
  const inTurn = async (some: readonly S[]) => {
    for (const step of some) await run(step);
  };
  await inTurn(steps.filter(({ lane }) => lane === undefined));
  const lanes = [...Map.groupBy(steps, ({ lane }) => lane)].flatMap(([lane, some]) => (lane === undefined ? [] : [some]));
  if (beside) await Promise.all(lanes.map(inTurn));
  else await inTurn(lanes.flat());
};
