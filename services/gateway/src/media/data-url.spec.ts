import { describe, expect, test } from '@jest/globals';
import { readDataUrl } from './data-url.js';

const bytes = Buffer.from('RIFF and what follows it, long enough for more than one line of seventy-six characters');
const text = bytes.toString('base64');
const lines = text.match(/.{1,76}/g) ?? [];
const read = (url: string) => readDataUrl(url, 1000, 'mediaUrl');

describe('a data URL', () => {
  test.each([
    ['plainly', `data:audio/ogg;base64,${text}`, 'audio/ogg'],
    ['with a parameter', `data:audio/ogg;codecs=opus;base64,${text}`, 'audio/ogg;codecs=opus'],
    ['with a space before the parameter', `data:audio/ogg; codecs=opus;base64,${text}`, 'audio/ogg; codecs=opus'],
    ['with a quoted parameter', `data:audio/ogg;codecs="opus";base64,${text}`, 'audio/ogg;codecs="opus"'],
    ['with a comma in a parameter', `data:video/webm;codecs=vp8,opus;base64,${text}`, 'video/webm;codecs=vp8,opus'],
    ['in upper case', `DATA:AUDIO/OGG;CODECS=OPUS;BASE64,${text}`, 'AUDIO/OGG;CODECS=OPUS'],
    ['with spaces around its mark', `data:audio/ogg; base64 ,${text}`, 'audio/ogg'],
    ['in lines of 76', `data:audio/ogg;base64,${lines.join('\r\n')}`, 'audio/ogg'],
    ['in lines that end with a break', `data:audio/ogg;base64,\n${lines.join('\n')}\n`, 'audio/ogg'],
    ['with spaces and tabs', ` \n data:audio/ogg;base64, ${lines.join(' \t ')} `, 'audio/ogg'],
    ['without the padding', `data:audio/ogg;base64,${text.replace(/=+$/, '')}`, 'audio/ogg'],
    ['with escapes', `data:audio/ogg;base64,${encodeURIComponent(text)}`, 'audio/ogg'],
    ['in front of a fragment', `data:audio/ogg;base64,${text}#t=10`, 'audio/ogg'],
    ['without a type', `data:;base64,${text}`, 'text/plain'],
  ])('a data URL is read if it is written %s', (_, url, filetype) => {
    expect(read(url)).toEqual({ filetype, bytes });
  });

  test.each([
    ['text', `data:audio/ogg,${text}`],
    ['a mark without its comma', 'data:audio/ogg;base64'],
    ['nonsense', 'data:audio/ogg;base64,<html><html><html>'],
    ['one character too many', 'data:audio/ogg;base64,AAAAA'],
    ['padding in its middle', 'data:audio/ogg;base64,AA==AAAA'],
    ['letters of another alphabet', 'data:audio/ogg;base64,AA-_'],
    ['nothing', 'data:audio/ogg;base64,'],
  ])('is refused for %s', (_, url) => {
    expect(() => read(url)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  test.each([
    [1000, null],
    [1001, 'too_large'],
    [1002, 'too_large'],
    [5000, 'too_large'],
  ])('a data URL of %i bytes meets the limit of 1000', (count, code) => {
    const url = `data:audio/ogg;base64,${Buffer.alloc(count).toString('base64')}`;
    if (code === null) expect(read(url)?.bytes).toHaveLength(count);
    else expect(() => read(url)).toThrow(expect.objectContaining({ code }));
  });

  test('a URL of another scheme is not read as a data URL, even if it contains one', () => {
    expect(read('https://example.org/data:audio/ogg;base64,AAAA')).toBeNull();
  });
});
