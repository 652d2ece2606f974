import { expect, it } from '@jest/globals';
import { findBareText } from '../../../test/bare-text.ts';

/** JSX, and the bare text in it. `words` is a string, `count` a number, `isOn` a boolean, `children` any node. */
const samples: [jsx: string, bare: string[]][] = [
  ['<p>{words}</p>', []],
  ['<p>{isOn ? words : <b />}</p>', []],
  ['<p><b /><span>{words}</span></p>', []],
  ['<p>{isOn && <b />}<i /></p>', []],
  ['<p>{words && <b />}<i /></p>', []],
  ['<p><b /> {words}</p>', ['', '{words}']],
  ['<p>{isOn ? words : <b />}<i /></p>', ['{isOn ? words : <b />}']],
  ['<p>{isOn && words}<i /></p>', ['{isOn && words}']],
  ['<p>{count && <b />}<i /></p>', ['{count && <b />}']],
  ['<p>{count} of {count}</p>', ['{count}', 'of', '{count}']],
  ['<>{words}</>', ['{words}']],
  ['<p>{[words].map((each) => each)}</p>', ['{[words].map((each) => each)}']],
  [
    '<p>{[words].map((each) => (isOn ? each : <b key={each} />))}</p>',
    ['{[words].map((each) => (isOn ? each : <b key={each} />))}'],
  ],
  ['<p><b />{children}</p>', ['{children}']],
];

const files = samples.map(([jsx], index): [string, string] => [
  `sample-${index}.tsx`,
  `export const sample = (words: string, count: number, isOn: boolean, children: import('react').ReactNode) => ${jsx};`,
]);
const found = findBareText(Object.fromEntries(files));

it('the app has no text beside elements, because page translation may move it', () => {
  expect(found.filter((each) => !each.startsWith('sample-'))).toEqual([]);
});

it.each(samples)('the search for text beside elements reports it in %s', (jsx, bare) => {
  const file = `sample-${samples.findIndex(([each]) => each === jsx)}.tsx:1 `;
  expect(found.filter((each) => each.startsWith(file)).map((each) => each.slice(file.length))).toEqual(bare);
});
