/** Messages to this device when it is the person's turn (Web Push). Nothing happens without a click. */
import * as api from "../api/http";
import type { Language } from "./settings.svelte";

/** Bytes from base 64 without padding. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

class TurnCalls {
  /** Whether this browser can be told. Only secure pages can; the development server has no service worker. */
  readonly possible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  /** Whether it is told; null before that is known. */
  on = $state<boolean | null>(null);
  /** Whether the browser has refused. */
  denied = $state(false);

  async look(): Promise<void> {
    if (!this.possible) return;
    this.denied = Notification.permission === "denied";
    const registration = await navigator.serviceWorker.getRegistration();
    this.on = !!(await registration?.pushManager.getSubscription());
  }

  async start(language: Language): Promise<void> {
    this.denied = (await Notification.requestPermission()) !== "granted";
    if (this.denied) return;
    const { key } = await api.pushKey();
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription for another key, of an earlier server, is worth nothing.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = subscription.toJSON();
    try {
      await api.subscribe({
        endpoint: endpoint ?? "",
        keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
        language,
      });
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    this.on = true;
  }

  async stop(): Promise<void> {
    if (!this.possible) return;
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    this.on = false;
    if (!subscription) return;
    await subscription.unsubscribe();
    await api.unsubscribe(subscription.endpoint);
  }
}

export const turnCalls = new TurnCalls();
