import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { WORKER } from '../theme/trusted-types';

/** The channel of this browser, which also the worker reads: web/worker/worker.js. */
export interface Device {
  user: string;
  channel: string;
  /** With what the browser has subscribed. */
  sender: string;
  endpoint: string;
  /** Where it has subscribed, which the service tells push services; earlier versions kept none. */
  origin: string;
}

const CACHE = 'device';
const KEY = '/device';

export async function readDevice(): Promise<Device | null> {
  if (!('caches' in window)) return null;
  const found = await (await caches.open(CACHE)).match(KEY);
  return found ? ((await found.json()) as Device) : null;
}

async function writeDevice(device: Omit<Device, 'origin'>): Promise<void> {
  const { origin } = window.location;
  await (await caches.open(CACHE)).put(KEY, Response.json({ ...device, origin }));
}

/** Why no notification can be shown here; null = it can be asked for. */
export type Obstacle = 'insecure' | 'home-screen' | 'unsupported' | 'blocked';

export function obstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) || isTouchMac() ? 'home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** An iPad says that it is a Mac. */
const isTouchMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** The push service of the browser's maker gave no subscription. */
export class NoSubscription extends Error {
  override name = 'NoSubscription';
}

async function subscribe(sender: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key cannot be used, and is in the way of a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: sender })
    .catch((error: unknown) => Promise.reject(new NoSubscription(String(error))));
}

function settingsOf(subscription: PushSubscription, sender: string) {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '', sender };
}

/**
 * Asks the person and the push service, and makes the channel.
 * @returns its id; null when the person did not allow it
 * @throws NoSubscription, ApiProblem
 */
export async function turnOn(user: string, name: string, sender: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const settings = settingsOf(await subscribe(sender), sender);
  const { data } = await api.createChannel({ type: 'web-push', name, settings });
  await writeDevice({ user, channel: data.id, sender, endpoint: settings.endpoint });
  return data.id;
}

async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await caches.delete(CACHE);
}

/** Sees to it that the channel of this browser still leads here, and to the person who is signed in. Does nothing where there is none. */
export async function lookAfterDevice(user: string): Promise<void> {
  const device = await readDevice();
  if (!device || obstacle() !== null) return;
  if (device.user !== user) return turnOff();
  const registration = await navigator.serviceWorker.getRegistration();
  const present = await registration?.pushManager.getSubscription();
  const isKnown = present?.endpoint === device.endpoint && device.origin === window.location.origin;
  if (isKnown || Notification.permission !== 'granted') return;
  const settings = settingsOf(present ?? (await subscribe(device.sender)), device.sender);
  try {
    await api.updateChannel(device.channel, { settings });
    await writeDevice({ ...device, endpoint: settings.endpoint });
  } catch (error) {
    // The channel was deleted.
    if (isProblem(error, 404)) return turnOff();
    throw error;
  }
}
