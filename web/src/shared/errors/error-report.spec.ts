import { ClientErrorBody } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { buildErrorReport } from './error-report.ts';

const withStack = (error: Error, stack: string): Error => Object.assign(error, { stack });
const report = (error: unknown) => buildErrorReport(error, '/questions/:id', 'index-AbC_1-x.js');

it('a report lists stack places in our own files for every browser, without addresses', () => {
  const chrome =
    'TypeError: x\n    at Card (https://hearsay.example/assets/feed-a1.js:1:345)\n    at https://hearsay.example/assets/index-b2.js:2:9';
  const firefox =
    'Card@https://hearsay.example/assets/feed-a1.js:1:345\n@https://hearsay.example/assets/index-b2.js:2:9';
  for (const stack of [chrome, firefox])
    expect(report(withStack(new TypeError('x'), stack)).frames).toEqual(['feed-a1.js:1:345', 'index-b2.js:2:9']);
});

it('a report lists at most twenty stack places', () => {
  const stack = Array.from({ length: 30 }, (_, row) => `    at f (https://h/assets/a.js:${row + 1}:2)`).join('\n');
  expect(report(withStack(new TypeError('x'), stack)).frames).toHaveLength(20);
});

it.each([
  [
    new TypeError("Cannot read properties of undefined (reading 'title')"),
    "Cannot read properties of undefined (reading 'title')",
  ],
  [new TypeError('"my secret" is not iterable, account 123456'), '… is not iterable, account …'],
  [
    new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=secret for more'),
    'Minified React error #418',
  ],
  [new SyntaxError('Unexpected token m in JSON: "my secret"'), null],
  [new Error('my secret'), null],
])('a report keeps only the parts of %p that concern code', (error, detail) =>
  expect(report(error).detail).toBe(detail),
);

it.each([
  new TypeError('plain'),
  new Error('my secret'),
  new TypeError(`"a" @someone\n${'9'.repeat(300)} ${'long '.repeat(100)}`),
  Object.assign(new Error(''), { name: '' }),
  'thrown words',
  null,
])('a report has the shape that the gateway accepts: %p', (error) => {
  expect(ClientErrorBody.parse(report(error))).toMatchObject({ page: '/questions/:id', build: 'index-AbC_1-x.js' });
});
