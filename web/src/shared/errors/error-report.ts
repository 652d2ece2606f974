import { type ClientErrorBody, maxErrorFrames } from '@hearsay/contracts';

/** Matches stack frames in files of our build. Keeps only the file name of an address. */
const STACK_FRAME =
  /(?:^|[/(@])((?:[\w.-]+)\.(?:js|tsx?)):(?:\d+:)?(\d+):(\d+)|[/(@]([\w.-]+\.(?:js|tsx?))(?:\?[^:\s]*)?:(\d+):(\d+)/;

/** Errors of the engine describe only code. Messages of other errors may hold users' words. */
const ENGINE_ERRORS = new Set(['TypeError', 'ReferenceError', 'RangeError', 'InvariantError']);

/** `page` is a pattern such as `/questions/:id`. */
export function buildErrorReport(error: unknown, page: string, build: string): ClientErrorBody {
  const thrown = error instanceof Error ? error : null;
  const kind = thrown?.name.replace(/[^A-Za-z]/g, '').slice(0, 40) || 'Unknown';
  return { kind, detail: thrown ? detailOf(thrown) : null, page, build, frames: framesOf(thrown?.stack ?? '') };
}

function detailOf({ name, message }: Error): string | null {
  if (!ENGINE_ERRORS.has(name) && !message.startsWith('Minified React error')) return null;
  const code = message
    .replace(/; visit .*/s, '')
    .replace(/["“”„][^"“”„]*["“”„]?/g, '…')
    .replace(/\d{5,}/g, '…')
    .replace(/[\n@]/g, ' ')
    .trim();
  return code === '' ? null : code.slice(0, 200);
}

function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = STACK_FRAME.exec(line);
      if (!found) return [];
      const [, file = found[4], row = found[5], column = found[6]] = found;
      return file && row && column && file.length <= 80 ? [`${file}:${row}:${column}`] : [];
    })
    .slice(0, maxErrorFrames);
}
