// The service worker: shows push messages, and opens the site offline. The build puts `files`, the list of the files that the pages
// below need, in front of it. It is not bundled, so it imports nothing from `src`.

const shellCache = 'shell';
const assetCache = 'assets';
const personalCache = 'personal';
const storedAtHeader = 'x-stored-at';
const shellPath = '/my-classes';
const rosterPath = '/api/instructor/classes';
const rosterLifetimeMs = 24 * 60 * 60 * 1000;

/** The only answers of the API that are stored, each for its session. */
const personalPaths = new Set([
  '/api/auth/user',
  '/api/membership',
  '/api/my-bookings',
  '/api/user/passes',
  '/api/waitlist/mine',
  rosterPath,
]);
/** Raised with each removal, so that no answer on its way is stored after it. */
let removals = 0;
const removePersonal = () => {
  removals += 1;
  return caches.delete(personalCache);
};
/** Requests after which nothing of a session may stay in the browser. */
const endsSession = ({ method, url }) => {
  const { pathname } = new URL(url);
  return /^\/api\/auth\/signout/.test(pathname) || (method === 'DELETE' && pathname === '/api/staff/session');
};

const readShell = async () => {
  const response = await fetch(shellPath);
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  await (await caches.open(shellCache)).put(shellPath, response);
};

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(assetCache).then((cache) => cache.addAll(files)), readShell()]));
});

/** A new worker starts when no page of the old one is open any more, so no page needs the files of before. */
const removeOldFiles = async () => {
  const cache = await caches.open(assetCache);
  const current = new Set(files);
  const requests = await cache.keys();
  await Promise.all(
    requests.filter(({ url }) => !current.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  );
};

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles().then(() => self.clients.claim()));
});

/** Attendees' names do not outlast their day, also where the instructor closed the tab without logging out. */
const removeOldRoster = async () => {
  const cache = await caches.open(personalCache);
  for (const key of await cache.keys()) {
    if (new URL(key.url).pathname !== rosterPath) continue;
    const storedAt = Number((await cache.match(key))?.headers.get(storedAtHeader));
    if (Date.now() - storedAt > rosterLifetimeMs) await cache.delete(key);
  }
};

/** In a tunnel the net neither answers nor fails for minutes: what is stored is shown long before. */
const pageSilenceMs = 6_000;
/** A busy server answers within 9 s. */
const readSilenceMs = 10_000;
/** While the net gives no answer, each further request waits only so long. */
const furtherSilenceMs = 3_000;
let isUnanswered = false;

/**
 * The answer of the net, or what is stored when the net fails or is silent. `giveUp` then ends the request: it would keep one of the
 * browser's few connections, and its late answer would replace a newer one. The page itself may arrive late.
 */
const answerOrStored = async (event, answer, { readStored, silenceMs, giveUp }) => {
  const settled = answer.catch(() => undefined);
  event.waitUntil(settled);
  const silence = new Promise((resolve) => setTimeout(resolve, isUnanswered ? furtherSilenceMs : silenceMs));
  const response = await Promise.race([settled, silence]);
  isUnanswered = response === undefined;
  if (response !== undefined) return response;
  const stored = await readStored();
  if (stored === undefined) return answer;
  giveUp?.();
  return stored;
};

const fetchPage = async (request) => {
  const response = await fetch(request);
  if (response.ok && !response.redirected) {
    const copy = response.clone();
    await (await caches.open(shellCache)).put(shellPath, copy);
  }
  return response;
};

const answerPage = (event) =>
  answerOrStored(event, fetchPage(event.request), {
    readStored: () => caches.match(shellPath, { cacheName: shellCache }),
    silenceMs: pageSilenceMs,
  });

/** Files with a hash in their name never change. */
const answerFile = async (request) => {
  const stored = await caches.match(request, { cacheName: assetCache });
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(assetCache)).put(request, response.clone());
  return response;
};

/** The session's id in the payload of a token; the payload itself where it has none. */
const readSessionId = (payload) => {
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sid;
  } catch {
    return payload;
  }
};

/** Identifies the session of a request, also after its token was renewed, without storing it. */
const hashSession = async (request) => {
  const [, payload = ''] = (request.headers.get('authorization') ?? '').split('.');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(readSessionId(payload)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Leaves out the token that an answer renews. */
const removeToken = async (response) => {
  const { token: _token, ...answer } = await response.json();
  return JSON.stringify(answer);
};

/** Removes all classes but today's, in London, from the roster. */
const keepToday = async (response) => {
  const answer = await response.json();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date(answer.now));
  return JSON.stringify({ ...answer, classes: answer.classes.filter(({ date }) => date === today) });
};

/** Answers of which only a part is stored. */
const reductions = new Map([
  [rosterPath, keepToday],
  ['/api/auth/user', removeToken],
]);

const storeAnswer = async (request, response, key, removalsBefore) => {
  const cache = await caches.open(personalCache);
  const { searchParams } = new URL(key);
  // One session at a time: another member's answers go as this one's come.
  for (const other of await cache.keys()) {
    if (new URL(other.url).searchParams.get('session') !== searchParams.get('session'))
      await cache.delete(other);
  }
  const reduce = reductions.get(new URL(request.url).pathname);
  const body = await (reduce === undefined ? response.text() : reduce(response));
  const headers = { 'content-type': 'application/json', [storedAtHeader]: String(Date.now()) };
  if (removals === removalsBefore) await cache.put(key, new Response(body, { headers }));
};

const fetchPersonal = async (event, { key, removalsBefore, signal }) => {
  const response = await fetch(event.request, { signal });
  if (response.ok) event.waitUntil(storeAnswer(event.request, response.clone(), key, removalsBefore));
  if (response.status === 401) event.waitUntil(removePersonal());
  return response;
};

const answerPersonal = async (event) => {
  const key = new URL(event.request.url);
  const removalsBefore = removals;
  key.searchParams.set('session', await hashSession(event.request));
  const request = new AbortController();
  event.request.signal.addEventListener('abort', () => request.abort());
  return answerOrStored(
    event,
    fetchPersonal(event, { key: key.href, removalsBefore, signal: request.signal }),
    {
      readStored: () => caches.match(key.href, { cacheName: personalCache }),
      silenceMs: readSilenceMs,
      giveUp: () => request.abort(),
    },
  );
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (endsSession(request)) event.waitUntil(removePersonal());
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && !/^\/(api|sandbox|health)(\/|$)/.test(pathname)) {
    event.waitUntil(removeOldRoster());
    event.respondWith(answerPage(event));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(answerFile(request));
  } else if (personalPaths.has(pathname) && search === '' && request.headers.has('authorization')) {
    event.respondWith(answerPersonal(event));
  }
});

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { url } }),
  );
});

/** Focuses a page that is open at the address, else opens one: another open page may hold text that is being typed. */
const openPage = async (path) => {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address.href);
  await (open ? open.focus() : self.clients.openWindow(address.href));
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});
