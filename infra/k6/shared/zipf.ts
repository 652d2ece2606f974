/**
 * Picks 0 to `count` - 1 so that the item of rank n is picked in proportion to 1/n: some questions are on everybody's lips.
 * `random` is a number from 0 to 1 (exclusive).
 */
export const zipf = (count: number): ((random: number) => number) => {
  const upTo: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank;
    upTo.push(sum);
  }
  return (random) => {
    const wanted = random * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
};
