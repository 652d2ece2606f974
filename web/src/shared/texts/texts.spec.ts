import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { counted } from './language.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));
const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.spec)\.tsx$/.test(file),
);

const SPOKEN = new Set(['aria-label', 'aria-valuetext', 'alt', 'label', 'hint', 'placeholder', 'text', 'title']);
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

function wordsIn(file: string): string[] {
  const tree = ts.createSourceFile(
    file,
    readFileSync(`${source}/${file}`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      if (SPOKEN.has(node.name.getText()) && hasWords(node.initializer.text)) found.push(node.initializer.text);
    }
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

it('texts are in the catalogue and in no component', () => {
  const outside = Object.fromEntries(
    components.map((file) => [file, wordsIn(file)]).filter(([, words]) => words?.length),
  );
  expect(components.length).toBeGreaterThan(30);
  expect(outside).toEqual({});
});

it('texts use singular or plural by their count', () => {
  const boosts = (count: number) => counted(count, { one: 'boost', other: 'boosts' });
  expect([0, 1, 2, 1204].map(boosts)).toEqual(['0 boosts', '1 boost', '2 boosts', '1,204 boosts']);
});
