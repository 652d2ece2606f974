/** Picks 0 to `count` - 1 with a probability proportional to 1 / rank. `random` is in [0, 1). */
export const zipf = (count: number): ((random: number) => number) => {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return (random) => {
    let left = random * sum;
    const index = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return index < 0 ? count - 1 : index;
  };
};
