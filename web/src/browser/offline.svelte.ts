/** The service worker: it keeps what opens without a network. See `src/service-worker.js`. */

const AFTER_MS = 2000;

class Offline {
  /** Whether a new version waits until its pages are loaded again. */
  updated = $state(false);
  #registration: ServiceWorkerRegistration | null = null;

  async keep(): Promise<void> {
    // Only secure pages have one; the development server builds none.
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    // It fetches a copy of the shell: not before the page that is opened has what it needs.
    await new Promise((done) => setTimeout(done, AFTER_MS));
    try {
      const registration = await navigator.serviceWorker.register("/service-worker.js");
      this.#registration = registration;
      const wait = (worker: ServiceWorker | null): void => {
        // The first one has nothing to replace.
        if (!worker || !navigator.serviceWorker.controller) return;
        this.updated = true;
      };
      wait(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => worker.state === "installed" && wait(worker));
      });
    } catch {
      // The page then needs the network when it is opened.
    }
  }

  /** Loads the new version; the server keeps all choices that were made. */
  load(): void {
    // The one that waits now: a still newer one may have replaced the one that was seen first, or it is in use already.
    const waiting = this.#registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("update");
  }
}

export const offline = new Offline();
