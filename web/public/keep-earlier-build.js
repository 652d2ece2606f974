// Runs in the service worker (`importScripts` in vite.config.ts). A new worker deletes the files of the previous build,
// and the server may lack them. Keeps them for one more build, because open pages may not reload while they play,
// record or upload.
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
  // If storage cannot hold both builds, keeps only the new one.
  event.waitUntil(keep().catch(() => caches.delete(kept)));
});
