/** Null for plain text: only http and https addresses are links. */
export function linkTarget(profileLink: string): string | null {
  if (!/^https?:\/\//i.test(profileLink)) return null;
  try {
    return new URL(profileLink).href;
  } catch {
    return null;
  }
}
