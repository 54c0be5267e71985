/** The mark (seven towers on a coin), the incised name, and the mark on the backs of cards. */
const TURNS = Array.from({ length: 7 }, (_, i) => (i * 360) / 7);

/** Seven towers around a star, in a field of 64 by 64. */
export const coinMark = (): string =>
  `<circle cx="32" cy="32" r="31" fill="var(--cm-bg,var(--clay))"/><circle cx="32" cy="32" r="27.6" fill="none" stroke="var(--cm-fg,var(--ink))" stroke-width="1.6" stroke-dasharray="1.6 2.73"/><g fill="var(--cm-fg,var(--ink))">${TURNS.map((turn) => `<path transform="rotate(${turn} 32 32)" d="M29 19.8L28.6 12.4L27.6 11.6V7.8h2.2v1.8h1.2V7.8h2v1.8h1.2V7.8h2.2v3.8l-1 .8L35 19.8Z"/>`).join("")}<path d="M32 21.4a10.6 10.6 0 1 0 0 21.2a10.6 10.6 0 1 0 0-21.2Z"/></g><path d="M32.0 23.4L33.8 28.3L38.7 26.6L36.0 31.1L40.4 33.9L35.2 34.6L35.7 39.7L32.0 36.1L28.3 39.7L28.8 34.6L23.6 33.9L28.0 31.1L25.3 26.6L30.2 28.3Z" fill="var(--cm-bg,var(--clay))"/>`;

const LETTERS: Record<string, readonly [path: string, width: number]> = {
  H: ["M2 2V30M20 2V30M2 16H20", 22],
  E: ["M16 2H2V30H16M2 16H13", 18],
  P: ["M2 30V2H14L19 6V13L14 17H2", 21],
  T: ["M0 2H20M10 2V30", 20],
  A: ["M1 30L11 2L21 30M5 19L11 24L17 19", 22],
  O: ["M12 3.4L22 9.6V22.4L12 28.6L2 22.4V9.6Z", 24],
  L: ["M2 2V30H16", 17],
  I: ["M2 2V30", 4],
  S: ["M18 3.6H6L2 7.4V11.4L6 15.4H14L18 19.4V24.6L14 28.4H2", 20],
};

/** The name in archaic letters, with the width of its field; 32 high. */
export const wordMark = (text = "HEPTAPOLIS"): { drawing: string; width: number } => {
  let [x, drawing] = [2, ""];
  for (const letter of text) {
    const [path, width] = LETTERS[letter] ?? ["", 8];
    drawing += `<path transform="translate(${x} 0)" d="${path}"/>`;
    if (letter === "O") drawing += `<circle cx="${x + 12}" cy="16" r="2.1" fill="currentColor" stroke="none"/>`;
    x += width + 8;
  }
  return { drawing: `<g fill="none" stroke="currentColor" stroke-width="3.6">${drawing}</g>`, width: x - 4 };
};

/** The mark on a card back around a numeral, in a field of 100 by 100. */
export const backMark = (numeral: string): string =>
  `<g fill="var(--ink)">${TURNS.map((turn) => `<path transform="rotate(${turn} 50 50)" d="M45.4 25.6L44.8 14L43.2 12.6V6.4h3.6v3h1.6v-3h3.2v3h1.6v-3h3.6v6.2L55.2 14L54.6 25.6Z"/><circle r="2.1" cx="50" cy="15" transform="rotate(${turn + 180 / 7} 50 50)"/>`).join("")}<circle cx="50" cy="50" r="21.4"/></g><circle cx="50" cy="50" r="18.6" fill="none" stroke="var(--bk)" stroke-width="1.2"/><circle cx="50" cy="50" r="47.6" fill="none" stroke="var(--ink)" stroke-width="1.6"/><text x="50" y="57.4" text-anchor="middle" fill="var(--bk)" font-weight="700" font-size="21" font-family="var(--serif)">${numeral}</text>`;
