/** Pictures by English printed name; each is drawn when it is first looked at. */
export type Pictures = Readonly<Record<string, () => string>>;
