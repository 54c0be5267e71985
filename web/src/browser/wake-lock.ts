/** Keeps the screen on while a page that nobody touches is in sight. */

/** Asks for the screen to stay on, again whenever the page comes back into sight; returns what ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      const got = await navigator.wakeLock.request("screen");
      if (ended) await got.release();
      else lock = got;
    } catch {
      // Refused, for example to save energy: the screen may go dark.
    }
  };
  const again = (): void => void ask();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
