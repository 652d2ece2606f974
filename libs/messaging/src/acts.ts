/** Counts the running calls that others give way to. */
export class Acts {
  #underWay = 0;
  readonly #whenOver: (() => void)[] = [];

  get areUnderWay(): boolean {
    return this.#underWay > 0;
  }

  begin(answer: Promise<unknown>): void {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const tell of this.#whenOver) tell();
    };
    answer.then(end, end);
  }

  whenOver(tell: () => void): void {
    this.#whenOver.push(tell);
  }
}
