/** The height of a line, in units of the SVG drawing. */
export const whisperLineHeight = 28;
const step = 5;
const gapBetweenWords = 9;

/** @returns a function that returns pseudo-random numbers in 0..1, the same for the same id (FNV-1a, then xorshift) */
function soundOf(id: string): () => number {
  let state = 2166136261;
  for (let index = 0; index < id.length; index++) state = Math.imul(state ^ id.charCodeAt(index), 16777619);
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/**
 * Draws lines for a locked text. The lines depend only on the text's id and its nearness to the threshold (0..1), not
 * on its words.
 */
export function whisperLines(id: string, nearness: number, lineCount: number, width: number): readonly string[] {
  const next = soundOf(id);
  const loudness = 0.34 + 0.66 * Math.min(1, Math.max(0, nearness));
  const lines: string[] = [];
  for (let line = 0; line < lineCount; line++) {
    const isLast = line === lineCount - 1;
    const end = width * (isLast ? 0.38 + 0.34 * next() : 0.9 + 0.08 * next());
    const middle = whisperLineHeight * (line + 0.5);
    let path = '';
    let x = 2;
    while (x < end) {
      const bars = 3 + Math.floor(next() * 6);
      for (let bar = 0; bar < bars && x < end; bar++) {
        const swell = Math.sin(((bar + 0.5) / bars) * Math.PI);
        const height = 2.5 + swell * 19 * loudness * (0.45 + next() * 0.75);
        path += `M${x} ${(middle - height / 2).toFixed(1)}v${height.toFixed(1)}`;
        x += step;
      }
      x += gapBetweenWords - step + 4;
    }
    lines.push(path);
  }
  return lines;
}
