/** Values in the browser's storage. Everything works without it. */
export const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting then lasts until the page is closed.
  }
};

/** A kept value, or the fallback where there is none or it cannot be read. */
export function recalled<T>(key: string, fallback: T): T {
  const text = stored(key);
  if (text === null) return fallback;
  try {
    return { ...fallback, ...(JSON.parse(text) as T) };
  } catch {
    return fallback;
  }
}
