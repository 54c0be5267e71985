/* global __FILES__, __VERSION__ */
// Keeps the start of the client and the score pad, so that the pad opens without a network. Nothing of a game and
// nothing of the API is kept: only the files named here, which the build fills in.
const FILES = __FILES__;
const CACHE = `heptapolis-${__VERSION__}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // The page itself comes from the server where there is one, so that nobody stays on an old version.
  if (request.mode === "navigate" && pathname === "/pad")
    event.respondWith(fetch(request).catch(() => caches.match("/pad", { cacheName: CACHE, ignoreVary: true })));
  else if (pathname !== "/pad" && FILES.includes(pathname))
    event.respondWith(
      caches.match(pathname, { cacheName: CACHE, ignoreVary: true }).then((kept) => kept ?? fetch(request)),
    );
});
