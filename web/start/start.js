// The build inlines this script into the document, so it runs before the first paint. The content security policy
// allows it by its hash.
(() => {
  /** @param {string} key */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // The browser may forbid storage. The first paint does not need it.
      return null;
    }
  };
  const root = document.documentElement;
  const light = window.matchMedia('(prefers-color-scheme: light)');
  /**
   * The theme chosen since the page opened. Needed if storage is full or forbidden.
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

  // Starts the page's first reads while the app's code loads. `shared/api/api-client.ts` uses their answers.
  let userId = null;
  try {
    userId = JSON.parse(stored('currentUser') ?? 'null')?.id ?? null;
  } catch {
    // The app deletes the corrupt entry.
  }
  // Some browsers delete storage but keep the server's cookies, such as Safari after a week. The cookie then still
  // shows that a session exists.
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
        // A silent network ends this read. The app then repeats it.
        signal: AbortSignal.timeout?.(30_000),
      }).catch(() => null),
    ]),
  );
})();
