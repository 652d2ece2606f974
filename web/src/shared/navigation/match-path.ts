import { pageParameter } from '@hearsay/contracts';

/** What an address has in the places of a pattern, by name, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>;

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** A person may write anything behind the host: what is no encoding stands for itself. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Whether a path is of a pattern such as `/questions/:id`, in which a segment that begins with a colon takes any one. Upper and lower case,
 * and a slash at the end, make no difference. @returns what stands in the named places, null for another path
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const wanted = segmentsOf(pattern);
  const found = segmentsOf(pathname);
  if (wanted.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [at, word] of wanted.entries()) {
    const segment = found[at] ?? '';
    if (word.startsWith(':')) params[word.slice(1)] = pageParameter(decoded(segment));
    else if (word.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}
