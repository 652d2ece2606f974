/** More letters than a phone's line holds, so a longer text is too long on every screen. */
const LINE_LETTERS = 60;

/** An estimate without layout, because measuring heights slows a busy chat. */
export function takesMoreLines(words: string, most: number): boolean {
  let lines = 0;
  for (const line of words.split('\n', most + 1)) lines += Math.max(1, Math.ceil(widthOf(line) / LINE_LETTERS));
  return lines > most;
}

/** Chinese, Japanese and Korean characters are twice as wide. */
const widthOf = (line: string): number =>
  line.length + (line.match(/[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/g)?.length ?? 0);
