/* Keeps the page itself on the device, so that it opens at once and without a connection.
   What the server knows (/api, /ws) is never kept here: it would be old.
   The build puts its version and its files in (vite.config.ts), so every build is a new worker with a new store. */
"use strict";

const VERSION = "BUILD_VERSION";
const FILES = ["BUILD_FILES"];
const STORE = `karat-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("karat-") && name !== STORE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    origin !== location.origin ||
    /^\/(api\/|ws$|openapi\.json$|healthz$|readyz$|metrics$)/.test(pathname)
  )
    return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => shell()));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});

/** Every address of ours is the same page. */
async function shell() {
  return (await (await caches.open(STORE)).match("/")) ?? Response.error();
}

/** A file with a hash in its name never changes; the others come with the build. */
async function kept(request) {
  return (await (await caches.open(STORE)).match(request)) ?? fetch(request);
}
