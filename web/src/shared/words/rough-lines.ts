/** More letters than a line of a phone holds: what takes more lines by this count does so on every screen. */
const LINE_LETTERS = 60;

/** Whether words take more than so many lines, as far as it is known without laying them out: asking for heights slows a busy chat. */
export function takesMoreLines(words: string, most: number): boolean {
  let lines = 0;
  for (const line of words.split('\n', most + 1)) lines += Math.max(1, Math.ceil(widthOf(line) / LINE_LETTERS));
  return lines > most;
}

/** In letters: what Chinese, Japanese and Korean write is twice as wide. */
const widthOf = (line: string): number =>
  line.length + (line.match(/[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/g)?.length ?? 0);
