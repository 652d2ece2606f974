/** Calls that others let pass: how many are under way, and when none is any more. */
export class Acts {
  #underWay = 0;
  readonly #whenOver: (() => void)[] = [];

  get areUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** An act has begun; it is over with its answer, whatever that is. */
  begin(answer: Promise<unknown>): void {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const tell of this.#whenOver) tell();
    };
    answer.then(end, end);
  }

  /** Each time that the last of them is over. */
  whenOver(tell: () => void): void {
    this.#whenOver.push(tell);
  }
}
