import { isolateDirection, type Question } from '@hearsay/contracts';
import { whisperLineHeight, whisperLines } from '@hearsay/game-rules';
import { escapeHtml } from './page-html.js';

const maxSegments = 20;
/** Segments of a meter from this share on are amber. */
const hotFrom = 2 / 3;
const whisper = { lines: 2, width: 326 };
const meterSize = { width: 400, height: 20, gap: 3 };

/** Singular and plural. The page's script replaces the number when it changes. */
const words = {
  boosts: ['boost', 'boosts'],
  need: ['more boost', 'more boosts'],
  replies: ['reply', 'replies'],
} as const;

const figures = (count: number): string => count.toLocaleString('en');

const counted = (name: keyof typeof words, count: number): string =>
  `${figures(count)} ${words[name][count === 1 ? 0 : 1]}`;

const count = (tag: 'b' | 'span', name: keyof typeof words, number: number): string =>
  `<${tag} data-count="${name}" data-words="${words[name].join('|')}">${counted(name, number)}</${tag}>`;

/** Each link opens the app in a new tab, because people cannot sign in or read on inside the frame. */
const link = (path: string, inside: string, className = ''): string =>
  `<a${className && ` class="${className}"`} href="${path}" target="_blank" rel="noopener">${inside}</a>`;

const brand = link(
  '/',
  '<svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24"><path d="M4 10v4M8 6v12M12 3v18M16 6.5v11M20 10v4"/></svg>Hearsay',
  'brand',
);

const meter = (boosts: number, threshold: number): string => {
  const segments = Math.min(threshold, maxSegments);
  const { width, height, gap } = meterSize;
  const step = (width + gap) / segments;
  const bars = Array.from({ length: segments }, (_, at) => {
    const tall = height * (0.45 + (0.55 * (at + 1)) / segments);
    const hot = at >= segments * hotFrom ? ' class="hot"' : '';
    return `<rect${hot} x="${(at * step).toFixed(1)}" y="${(height - tall).toFixed(1)}" width="${(step - gap).toFixed(1)}" height="${tall.toFixed(1)}" rx="3"/>`;
  });
  // A locked question may have enough boosts for a moment before it opens. Shows at least one missing boost then.
  const left = Math.max(1, threshold - boosts);
  const shown = threshold - left;
  return (
    `<svg class="meter" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="progressbar" aria-label="Boosts until everyone hears it" aria-valuemin="0" aria-valuemax="${threshold}" aria-valuenow="${shown}" aria-valuetext="${figures(shown)} of ${figures(threshold)}, ${counted('need', left)}">${bars.join('')}</svg>` +
    `<p class="line"><span>${count('b', 'need', left)} and everyone hears it</span><span data-of>${figures(shown)} / ${figures(threshold)}</span></p>`
  );
};

const lock = ({ id, hasDescription, boostCount, replyBoostThreshold: threshold }: Question): string => {
  if (!hasDescription)
    return `<p class="hushed">Replies open at ${counted('boosts', threshold)}</p>${meter(boostCount, threshold)}`;
  const { lines, width } = whisper;
  const paths = whisperLines(id, boostCount / threshold, lines, width).map((path) => `<path d="${path}"/>`);
  return `<svg class="whisper" role="img" aria-label="Still a whisper" viewBox="0 0 ${width} ${whisperLineHeight * lines}">${paths.join('')}</svg>${meter(boostCount, threshold)}`;
};

const opened = ({ description, replyBoostThreshold: threshold }: Question): string =>
  (description === null ? '' : `<p class="words" dir="auto">${escapeHtml(description)}</p>`) +
  (threshold > 0 ? `<p class="heard">Heard at ${counted('boosts', threshold)}</p>` : '');

export interface EmbedPage {
  readonly title: string;
  readonly body: string;
}

/** Takes a question as a visitor (not signed in) sees it, without locked words and anonymous authors. */
export const makeEmbedPage = (question: Question): EmbedPage => {
  const { id, title, creatorUsername, isRevealed, boostCount, discussionCount, lastNumber } = question;
  const path = `/questions/${id}`;
  const asker =
    creatorUsername === null ? 'Asked anonymously' : `Asked by ${escapeHtml(isolateDirection(creatorUsername))}`;
  const isLocked = question.replyBoostThreshold > 0 && !isRevealed;
  const body =
    `<article data-question="${id}" data-boosts="${boostCount}" data-number="${lastNumber}"><p class="by">${asker}</p>` +
    `<h1 dir="auto">${link(path, escapeHtml(title))}</h1>${isLocked ? lock(question) : opened(question)}` +
    `<p class="acts">${link(path, isLocked ? 'Turn it up' : count('span', 'boosts', boostCount), 'boost')}` +
    `${link(path, count('span', 'replies', discussionCount))}${brand}</p></article>`;
  return { title, body };
};

/** Pending, removed and unknown questions look the same. */
export const missingQuestionPage: EmbedPage = {
  title: 'Question not found',
  body: `<article><h1>This question is not here</h1><p class="words">It may have been removed.</p><p class="acts">${brand}</p></article>`,
};

export const writeEmbedPage = (template: string, { title, body }: EmbedPage): string =>
  template
    // The replacements are functions, because `replace` would interpret a `$` in a text.
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} · Hearsay</title>`)
    .replace('<main></main>', () => `<main>${body}</main>`);
