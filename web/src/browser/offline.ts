/** Pages that work without a network: the service worker keeps their files. See `src/service-worker.js`. */
export async function keepOffline(): Promise<void> {
  // Only secure pages have one; the development server builds none.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // The page then needs the network when it is opened.
  }
}
