import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const web = fileURLToPath(new URL('..', import.meta.url));
const { StringLike, NumberLike, BigIntLike, Any } = ts.TypeFlags;

function programOf(extra: Readonly<Record<string, string>>): ts.Program {
  const { config } = ts.readConfigFile(`${web}tsconfig.json`, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, web);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file in extra || fileExists(file);
  host.getSourceFile = (file, language, ...more) =>
    file in extra
      ? ts.createSourceFile(file, extra[file] ?? '', language, true)
      : getSourceFile(file, language, ...more);
  return ts.createProgram(
    [...fileNames.filter((file) => !file.includes('.spec.')), ...Object.keys(extra)],
    options,
    host,
  );
}

const isBlank = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) || (ts.isJsxExpression(child) && !child.expression);

/**
 * Finds text beside other nodes, as `file:line text`, because page translation moves it and React then fails.
 * @param extra in-memory files by their path below `src`
 */
export function findBareText(extra: Readonly<Record<string, string>> = {}): string[] {
  const program = programOf(
    Object.fromEntries(Object.entries(extra).map(([file, text]) => [`${web}src/${file}`, text])),
  );
  const checker = program.getTypeChecker();

  /** @returns `many` if one expression makes several text nodes */
  const textOf = (type: ts.Type, around: readonly ts.Type[] = []): 'none' | 'one' | 'many' => {
    // Ends at a recursive type, such as `Elements`.
    if (around.includes(type)) return 'none';
    const parts = type.isUnion() ? type.types : [type];
    const arrays = parts.filter((part) => checker.isArrayType(part));
    if (
      arrays.some((array) =>
        checker.getTypeArguments(array as ts.TypeReference).some((item) => textOf(item, [...around, type]) !== 'none'),
      )
    )
      return 'many';
    const isText = (part: ts.Type) =>
      !(part.isStringLiteral() && part.value === '') &&
      (part.flags & (StringLike | NumberLike | BigIntLike | Any)) !== 0;
    return parts.some(isText) ? 'one' : 'none';
  };
  const childText = (child: ts.JsxChild) => {
    if (ts.isJsxText(child)) return 'one';
    return ts.isJsxExpression(child) && child.expression ? textOf(checker.getTypeAtLocation(child.expression)) : 'none';
  };

  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isBlank(child));
      for (const child of children) {
        const text = childText(child);
        const isAlone = text === 'one' && children.length === 1 && ts.isJsxElement(node);
        if (text === 'none' || isAlone) continue;
        const file = node.getSourceFile();
        const { line } = file.getLineAndCharacterOfPosition(child.getStart());
        found.push(`${file.fileName.slice(web.length + 'src/'.length)}:${line + 1} ${child.getText().trim()}`);
      }
    }
    ts.forEachChild(node, look);
  };
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(`${web}src/`)) look(file);
  return found;
}
