import { expect, it } from '@jest/globals';
import { splitAtLinks } from './links.ts';

const addresses = (words: string) =>
  splitAtLinks(words).flatMap((part) => (typeof part === 'string' ? [] : [part.href]));
const whole = (words: string) =>
  splitAtLinks(words)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');

const org = 'https://example.org/';

const table: readonly (readonly [words: string, addresses: readonly string[]])[] = [
  ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
  ['twice: http://a.example, and https://b.example.', ['http://a.example/', 'https://b.example/']],
  ['(https://example.org/wiki/Noise_(audio))', ['https://example.org/wiki/Noise_(audio)']],
  ['https://example.org/wiki/Noise_(audio).', ['https://example.org/wiki/Noise_(audio)']],
  ['[https://example.org/a[1]]', ['https://example.org/a[1]']],
  ['javascript:alert(1) data:text/html,x ftp://a.example //b.example', []],
  ['https:// and http://', []],
  ['https://% and https://[', []],
  ['nothing', []],
  // Quotes.
  ['“https://example.org”', [org]],
  ['‘https://example.org’', [org]],
  ['«https://example.org» ‹https://example.org›', [org, org]],
  ['„https://example.org“', [org]],
  ['「https://example.org」『https://example.org』', [org, org]],
  ['"https://example.org" \'https://example.org\'', [org, org]],
  ['<https://example.org> `https://example.org`', [org, org]],
  ['“https://example.org/a”,', ['https://example.org/a']],
  // Apostrophes.
  ['https://example.org’s page', [org]],
  ["https://example.org's page", [org]],
  ['https://example.org/page’s end', ['https://example.org/page']],
  ["https://en.wikipedia.org/wiki/They're_Coming", ["https://en.wikipedia.org/wiki/They're_Coming"]],
  ['https://en.wikipedia.org/wiki/They’re_Coming', ['https://en.wikipedia.org/wiki/They%E2%80%99re_Coming']],
  ["https://en.wikipedia.org/wiki/McDonald's", ["https://en.wikipedia.org/wiki/McDonald's"]],
  // Punctuation of other scripts.
  ['https://example.org。次', [org]],
  ['https://example.org、次', [org]],
  ['https://example.org！？', [org]],
  ['（https://example.org）【https://example.org】《https://example.org》', [org, org, org]],
  ['https://example.org，再见', [org]],
  ['https://example.orgを見て', [org]],
  ['https://example.orgを見てhttps://example.org/', [org, org]],
  ['https://example.org/a。次', ['https://example.org/a']],
  ['https://example.org؟ https://example.org، https://example.org؛ https://example.org۔', [org, org, org, org]],
  ['https://example.org। https://example.org։', [org, org]],
  ['\u2068https://example.org\u2069', [org]],
  ['https://example.org\u200b', [org]],
  // Ends of sentences.
  ['https://example.org...', [org]],
  ['https://example.org…', [org]],
  ['https://example.org/a?!', ['https://example.org/a']],
  ['**https://example.org/a** https://example.org/a|', ['https://example.org/a', 'https://example.org/a']],
  // Hosts and paths in other scripts.
  ['https://ja.wikipedia.org/wiki/日本', ['https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC']],
  [
    'https://ja.wikipedia.org/wiki/ハリー・ポッター',
    [`https://ja.wikipedia.org/wiki/${encodeURIComponent('ハリー・ポッター')}`],
  ],
  ['https://münchen.example/', ['https://xn--mnchen-3ya.example/']],
  ['https://例え.テスト/', ['https://xn--r8jz45g.xn--zckzah/']],
  ['http://localhost:3000/a', ['http://localhost:3000/a']],
];

it.each(table)('the links in %p are %p', (words, found) => expect(addresses(words)).toEqual(found));

it.each([...table.map(([words]) => words), '', 'x\nhttps://x.example/é?ü!'])(
  'links keep every character of %p',
  (words) => expect(whole(words)).toBe(words),
);

it('links are found without features that Safari 16 lacks', () => {
  const { canParse } = URL;
  Reflect.deleteProperty(URL, 'canParse');
  try {
    expect(addresses('see https://example.org and https://[')).toEqual([org]);
  } finally {
    URL.canParse = canParse;
  }
});
