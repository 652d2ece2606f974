import { describe, expect, it } from '@jest/globals';
import { pictureAddress } from './picture-address.js';

describe('the address of a picture', () => {
  it.each([
    ['https://example.org/a.png', 'https://example.org/a.png'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.org/ä b.png', 'https://example.org/%C3%A4%20b.png'],
    [`https://example.org/${'x'.repeat(2028)}`, `https://example.org/${'x'.repeat(2028)}`],
  ])('%s is kept as %s', (text, address) => {
    expect(pictureAddress(text)).toBe(address);
  });

  it.each([
    'picture.png',
    '//example.org/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://example.org/a.png',
    'https://maya:secret@example.org/a.png',
    `https://example.org/${'x'.repeat(2029)}`,
    '',
  ])('%s is refused', (text) => {
    expect(() => pictureAddress(text)).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { fields: { profileImage: expect.any(String) } } }),
    );
  });
});
