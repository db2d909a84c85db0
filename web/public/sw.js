/* The service worker: shows pushes, and opens the game when one is clicked. It caches nothing. */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // a message without content: the title is enough
  }
  const path = /^\/(?!\/)/.test(told.path ?? '') ? told.path : '/';
  event.waitUntil(
    self.registration.showNotification(told.title || 'Sandtable', {
      body: told.body || '',
      tag: told.tag || 'sandtable',
      renotify: true,
      icon: '/favicon.svg',
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? '/';
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});
