/** Pushes to this browser, and notifications of the page itself. */

import { api } from './api';
import type { NoticeInfo } from './wire';

/** Whether this browser can get pushes: only over https, or from this machine. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** The SHA-256 of the address of this browser's subscription, by which the server lists it; empty: it has none. */
export async function pushId(): Promise<string> {
  const found = await subscription();
  if (!found) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(found.endpoint));
  return [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, '0')).join('');
}

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ask for permission, subscribe with the public key of the server, and tell the server. */
export async function startPush(key: string): Promise<NoticeInfo> {
  if (!(await allowed())) throw new Error('This browser does not allow notifications from this site.');
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  let made: PushSubscription;
  try {
    made = await worker.pushManager.subscribe(wish);
  } catch {
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // one for an earlier key of the server
    made = await worker.pushManager.subscribe(wish).catch(() => {
      throw new Error('This browser cannot reach its push service. Try again later.');
    });
  }
  const { endpoint = '', keys } = made.toJSON();
  return api.addDevice({ endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', name: deviceName() });
}

/** End the pushes to this browser. */
export async function stopPush(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** Ask whether this site may show notifications, unless that is decided. */
export async function allowed(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}

/** Show a notification of the page itself, if it is allowed; a click brings the page to the front. */
export function notify(title: string, body: string): void {
  try {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    const shown = new Notification(title, { body, tag: title, icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones show notifications of service workers only
  }
}

/** What this browser is called in the list of devices, such as "Firefox on Linux". */
export function deviceName(agent = navigator.userAgent): string {
  const browser =
    [
      ['Edg/', 'Edge'],
      ['Firefox/', 'Firefox'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
    ].find(([mark = '']) => agent.includes(mark))?.[1] ?? 'Browser';
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((name) => agent.includes(name));
  return system ? `${browser} on ${system}` : browser;
}

/** The bytes of a text in URL-safe base64. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}
