// Stands in the document itself, before anything is painted; the content security policy names it by its hash.
(() => {
  /** @param {string} key */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be forbidden; the first paint needs none.
      return null;
    }
  };
  const root = document.documentElement;
  const light = window.matchMedia('(prefers-color-scheme: light)');
  /**
   * What was chosen while the page is open, also where storage keeps nothing.
   * @type {string | null}
   */
  let ofVisit = null;
  const apply = () => {
    const chosen = ofVisit ?? stored('theme') ?? 'dark';
    const theme = chosen === 'light' || (chosen === 'system' && light.matches) ? 'light' : 'dark';
    root.dataset.theme = theme;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'light' ? '#f6f2ea' : '#100f14');
  };
  apply();
  light.addEventListener('change', apply);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') ofVisit = newValue;
    apply();
  });

  // What the page shows is asked for beside the app's code, not after it: `shared/api/api-client.ts` takes it.
  let userId = null;
  try {
    userId = JSON.parse(stored('currentUser') ?? 'null')?.id ?? null;
  } catch {
    // The app throws the entry away.
  }
  // Browsers throw away what pages keep, such as Safari after a week, but not the server's cookies: then somebody is here, and nothing is known of them.
  const isPresent = userId !== null || /(^|; )(__Host-)?hearsay_present=/.test(document.cookie);
  const question = /^\/questions\/([\da-f-]{36})$/.exec(location.pathname)?.[1];
  const start = question ? 'question' : location.pathname !== '/' ? 'other' : isPresent ? 'feed' : 'landing';
  root.dataset.start = start;
  for (const href of __CODE__[start] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  const reads = ['/api/auth/user?orNull=true'];
  if (question) reads.push(`/api/questions/${question}`);
  if (start === 'feed' && userId && location.search === '')
    reads.push(`/api/feed?sortBy=recent&followersOnly=false&page=1&limit=10&userId=${userId}`);
  window.earlyReads = new Map(
    reads.map((path) => [
      path,
      fetch(path, {
        credentials: 'include',
        cache: 'no-cache',
        headers: { Accept: 'application/json' },
        // A silent network ends this one; the app asks again.
        signal: AbortSignal.timeout?.(30_000),
      }).catch(() => null),
    ]),
  );
})();
