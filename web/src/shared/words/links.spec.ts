import { describe, expect, it } from '@jest/globals';
import { withLinks } from './links.ts';

const addresses = (words: string) => withLinks(words).flatMap((part) => (typeof part === 'string' ? [] : [part.href]));
const whole = (words: string) =>
  withLinks(words)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');

describe('links in words', () => {
  it.each([
    ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
    ['twice: http://a.example, and https://b.example.', ['http://a.example/', 'https://b.example/']],
    ['(https://example.org/wiki/Noise_(audio))', ['https://example.org/wiki/Noise_(audio)']],
    ['javascript:alert(1) data:text/html,x ftp://a.example //b.example', []],
    ['https:// and http://', []],
    ['nothing', []],
  ])('of %p are %p', (words, found) => expect(addresses(words)).toEqual(found));

  it.each(['a https://x.example b', 'https://x.example', '', 'x\nhttps://x.example/é?ü!'])('lose no character of %p', (words) =>
    expect(whole(words)).toBe(words),
  );
});
