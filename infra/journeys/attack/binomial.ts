const logChoose = (n: number, k: number): number => {
  let sum = 0;
  for (let index = 1; index <= k; index += 1) sum += Math.log(n - k + index) - Math.log(index);
  return sum;
};

/** At least `hits` successes in `tries` independent tries: the binomial distribution's upper tail, summed exactly. */
export const binomialTail = (tries: number, hits: number, chance: number): number => {
  if (hits <= 0) return 1;
  let tail = 0;
  for (let count = hits; count <= tries; count += 1) {
    tail += Math.exp(logChoose(tries, count) + count * Math.log(chance) + (tries - count) * Math.log1p(-chance));
  }
  return Math.min(1, tail);
};
