import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

interface WrittenStatement {
  readonly file: string;
  readonly text: string;
  readonly pattern: RegExp;
  readonly isWhole: boolean;
}

const isStatement = (text: string): boolean => /^\s*(?:select|with|insert|update|delete)\s+\S+\s/i.test(text);
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** True for source code of a service that is no test. */
const isRunning = (file: string): boolean => file.endsWith('.ts') && !/(?:spec|suite)\.ts$/.test(file);

const piecesOf = (node: ts.Node): string[] | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    : null;
};

/** Finds every string literal that looks like an SQL statement or a part of one, such as one side of a union. */
export const readSourceStatements = (folder: string): WrittenStatement[] => {
  const found: WrittenStatement[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isRunning)) {
    const path = join(folder, file);
    const visit = (node: ts.Node): void => {
      const pieces = piecesOf(node);
      if (pieces && isStatement(`${pieces.join('…')} `)) {
        const text = pieces.join('…').replaceAll(/\s+/g, ' ').trim();
        found.push({
          file: relative(folder, path),
          text,
          pattern: new RegExp(pieces.map(escaped).join('[\\s\\S]*')),
          isWhole: pieces.length === 1,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  }
  return found;
};
