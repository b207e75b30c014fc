/* Keeps the page itself on the device, so that it opens at once and without a connection, and with it what teaches: rules,
   aids, tutorials, cards. Of these the server's word comes first whenever it can be reached; what was kept is only for
   when it cannot. Nothing else that the server knows (/api, /ws) is kept here: it would be old.
   The build puts its version and its files in (vite.config.ts), so every build is a new worker with a new store. */
"use strict";

const VERSION = "BUILD_VERSION";
const FILES = ["BUILD_FILES"];
const STORE = `karat-${VERSION}`;
const SERVER = /^\/(api\/|ws$|openapi\.json$|healthz$|readyz$|metrics$)/;
const TEACHES = /^\/api\/(rules|aid|tutorials|cards)\/[^/]+(\/differences)?$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(FILES))
      .then(() => learnAnew())
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    otherStores()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (TEACHES.test(pathname)) event.respondWith(newest(request));
  else if (SERVER.test(pathname)) return;
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => shell()));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});

/* A page that was open before there was a worker tells what it has read so far. */
self.addEventListener("message", (event) => {
  const read = (event.data?.read ?? []).filter((url) => {
    const { origin, pathname } = new URL(url);
    return origin === location.origin && TEACHES.test(pathname);
  });
  event.waitUntil(Promise.all(read.map((url) => learn(url))));
});

/** Every address of ours is the same page. */
async function shell() {
  return (await (await caches.open(STORE)).match("/")) ?? Response.error();
}

/** A file with a hash in its name never changes; the others come with the build. */
async function kept(request) {
  return (await (await caches.open(STORE)).match(request)) ?? fetch(request);
}

/** What the server says now; without it, what it said last to this version of the page. */
async function newest(request) {
  try {
    const told = await fetch(request);
    if (told.ok) await (await caches.open(STORE)).put(request, told.clone());
    return told;
  } catch (offline) {
    const last = await (await caches.open(STORE)).match(request);
    if (last) return last;
    throw offline;
  }
}

async function otherStores() {
  return (await caches.keys()).filter((name) => name.startsWith("karat-") && name !== STORE && name !== SHOWN);
}

/** What was read with an earlier version is asked for anew: its answers may have had another form. */
async function learnAnew() {
  for (const name of await otherStores()) {
    const read = (await (await caches.open(name)).keys()).map(({ url }) => url);
    await Promise.all(read.filter((url) => TEACHES.test(new URL(url).pathname)).map((url) => learn(url)));
  }
}

async function learn(url) {
  try {
    const told = await fetch(url);
    if (told.ok) await (await caches.open(STORE)).put(url, told);
  } catch {
    // then it is kept when it is next read
  }
}

/* What one is told while the page is closed. A notice may be pushed twice, where the server was killed between sending it
   and noting that down; it is shown once. */
const SHOWN = "karat-notices";
const MOST_REMEMBERED = 100;

self.addEventListener("push", (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    return; // not from our server
  }
  if (told?.id) event.waitUntil(tell(told));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

async function tell({ id, tag, title, line, link, language, quietly }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ notice: id });
  const again = await wasShown(id);
  // Browsers want something to be shown for every push, so what was shown before is shown in its own place and taken away.
  const kept = again && (await self.registration.getNotifications({ tag })).length > 0;
  await self.registration.showNotification(title, {
    body: line,
    tag,
    lang: language,
    icon: "/icon.svg",
    badge: "/icon.svg",
    silent: Boolean(quietly || again),
    data: { id, link },
  });
  if (again && !kept) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

/** Whether a notice was shown here before; it is remembered from now on. */
async function wasShown(id) {
  const store = await caches.open(SHOWN);
  const place = `/notices/${id}`;
  if (await store.match(place)) return true;
  await store.put(place, new Response(""));
  const all = await store.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_REMEMBERED)).map((old) => store.delete(old)));
  return false;
}

/** The page that is open goes there; without one a new one is opened. Only pages of our own. */
async function open(link) {
  const { origin, pathname, search } = new URL(link ?? "/", location.origin);
  const to = new URL(origin === location.origin ? pathname + search : "/", location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find(({ url }) => url === to) ?? pages[0];
  if (!there) return self.clients.openWindow(to);
  await there.focus();
  return there.url === to ? undefined : there.navigate(to);
}
