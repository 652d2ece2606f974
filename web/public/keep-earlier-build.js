// Runs in the service worker (`importScripts` in vite.config.ts). A new worker throws away the files of the build before it, and the server may have
// them no more; a page of that build may still be open, and must not be loaded anew while it plays, records or uploads. So they are kept for it until the next build.
self.addEventListener('install', (event) => {
  const kept = 'earlier-build';
  const keep = async () => {
    await caches.delete(kept);
    const names = (await caches.keys()).filter((name) => name.includes('-precache-'));
    for (const name of names) {
      const [from, to] = await Promise.all([caches.open(name), caches.open(kept)]);
      const requests = (await from.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
      await Promise.all(
        requests.map(async (request) => {
          const file = await from.match(request);
          if (file) await to.put(request, file);
        }),
      );
    }
  };
  // Where there is no room for both, the new build goes first.
  event.waitUntil(keep().catch(() => caches.delete(kept)));
});
