/** Fails if a comment or a document breaks the rules for sentences (CONTRIBUTING.md). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const maxWords = 30;
const relative = /^(Who|What|Whose|Whom|Whoever|Whatever)\b.*[^?]$/;
const dialect =
  /\b(one's|oneself|whoever|whatever|whomever|nobody|somebody|anew|meanwhile|otherwise|by then|as ever|so many|hears of|stands in|lies in)\b/i;

/** @yields each comment that stands on its own lines, with the number of its first line */
function* commentsOf(lines) {
  let comment = null;
  for (const [index, line] of lines.entries()) {
    const text = line.match(/^\s*(?:\/\/|\/?\*+(?!\/))\s?(.*?)(?:\*\/)?\s*$/)?.[1];
    if (text === undefined) comment = null;
    else if (comment) comment.text += ` ${text}`;
    else comment = { line: index + 1, text };
    if (comment && !/^\s*(?:\/\/|\/?\*)/.test(lines[index + 1] ?? '')) {
      yield comment;
      comment = null;
    }
  }
}

/** @yields paragraphs and list items, without code, tables and headings */
function* paragraphsOf(lines) {
  let isCode = false;
  let paragraph = null;
  for (const [index, line] of [...lines, ''].entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isText = !isCode && /^\s*[^\s`|#<!]/.test(line);
    const item = /^\s*(?:[-*]|\d+\.)\s+/;
    if (paragraph && (!isText || item.test(line))) {
      yield paragraph;
      paragraph = null;
    }
    if (isText && paragraph) paragraph.text += ` ${line.trim()}`;
    else if (isText) paragraph = { line: index + 1, text: line.replace(item, '') };
  }
}

const sentencesOf = (text) =>
  text
    .replace(/(biome-ignore|@ts-expect-error).*?: /, '\n')
    .replace(/`[^`]*`/g, 'X')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s@\w+.*$/, '')
    .split(/\n|(?<=[.!?]"?)\s+(?=["*]*[A-Z])/);

const faultOf = (sentence) => {
  const words = sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;
  if (words > maxWords) return `${words} words, at most ${maxWords}`;
  if (words > 3 && relative.test(sentence.trim())) return 'a relative clause as subject';
  return sentence.match(dialect)?.[0];
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n');
let faults = 0;
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { line, text } of file.endsWith('.md') ? paragraphsOf(lines) : commentsOf(lines))
    for (const sentence of sentencesOf(text)) {
      const fault = faultOf(sentence);
      if (!fault) continue;
      faults += 1;
      console.error(`${file}:${line}: ${fault}\n  ${sentence.trim()}`);
    }
}
process.exitCode = faults > 0 ? 1 : 0;
