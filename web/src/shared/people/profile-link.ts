/** Null unless the link is an http or https address. */
export function linkTarget(profileLink: string): string | null {
  if (!/^https?:\/\//i.test(profileLink)) return null;
  try {
    return new URL(profileLink).href;
  } catch {
    return null;
  }
}
