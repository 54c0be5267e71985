/* global __FILES__, __VERSION__ */
// Keeps the start of the client and the score pad, so that both open without a network, and shows messages about turns.
// Nothing of a game and nothing of the API is kept: only the files named here, which the build fills in.
const FILES = __FILES__;
const CACHE = `heptapolis-${__VERSION__}`;

// A new version waits until every page of the old one is closed, or until somebody asks for it: pages keep the files
// that belong to them, and nobody loses a choice.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("message", (event) => {
  if (event.data === "update") void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = (path) => caches.match(path, { cacheName: CACHE, ignoreVary: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  // Pages come from the server where there is one, so that nobody stays on an old version. Without a network every
  // address gets the shell, which says that there is none; it is the same file for all of them.
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/pad")));
  else if (pathname !== "/pad" && FILES.includes(pathname))
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

self.addEventListener("push", (event) => {
  const { table, title, text } = event.data.json();
  const link = `/table/${table}`;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    // Whoever looks at the table sees it.
    if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === link)) return;
    const icon = "/icon-192.png";
    await self.registration.showNotification(title, { body: text, tag: table, data: { link }, icon });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find((each) => new URL(each.url).pathname === link);
    await (page ? page.focus() : self.clients.openWindow(link));
  };
  event.waitUntil(open());
});
