/** A drawing for each chapter of the rules, in a field of 470 by 600, built from the parts of the cards' art. */
import { dove, donkey, owl } from "./parts/animals";
import { temple, tower } from "./parts/buildings";
import { figure, type Pose } from "./parts/figure";
import { cypress } from "./parts/nature";
import { amphora, bag, basket, coinsHeap, cup, scroll, shield, spear } from "./parts/objects";
import { portrait } from "./parts/portrait";
import { wonderParts } from "./wonders";

const icon = (name: string, x: number, y: number, size: number): string =>
  `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"><use href="#i-${name}"/></svg>`;
const ground = (y: number): string => `<path class="l" d="M0 ${y}H470"/>`;
const arrow = (d: string, dashed = false): string =>
  `<path class="ar${dashed ? " dash" : ""}" d="${d}" marker-end="url(#head)"/>`;
const words = (text: string | number, x: number, y: number, size = 22): string =>
  `<text x="${x}" y="${y}" font-size="${size}">${text}</text>`;
const place = (x: number, y: number, scale: number, drawing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;
/** A wonder with its foot at a point; the art stands on 176 in a field of 360. */
const wonder = (name: string, x: number, y: number, built: number, scale = 0.8): string =>
  place(x - 180 * scale, y - 176 * scale, scale, wonderParts(name, 3, built));
const card = (x: number, y: number, kind: string, sign = `c-${kind}`): string =>
  `<g transform="translate(${x - 36} ${y - 54})"><rect class="card" width="72" height="108" rx="6" fill="var(--c-${kind})"/>` +
  `<rect x="5" y="34" width="62" height="68" rx="3" class="face"/>` +
  `<g color="var(--t-${kind})" class="on-${kind}">${icon(`c-${kind}`, 36, 18, 24)}</g><g color="var(--ink)" class="on-bone">${icon(sign, 36, 68, 38)}</g></g>`;
const back = (x: number, y: number): string =>
  `<g transform="translate(${x - 36} ${y - 54})"><rect class="card" width="72" height="108" rx="6" fill="var(--ink)"/>` +
  `<g color="var(--clay-hi)" class="on-ink">${icon("laurel", 36, 54, 44)}</g></g>`;
const soldier: Pose = { dress: "armor", head: "helmet", arm: [70, 20], leg: [18, 2], leg2: [-16, -8], holds: spear() };
const buyer: Pose = {
  lean: 6,
  arm: [60, 96],
  leg: [24, 2],
  leg2: [-20, -28],
  dress: "tunic",
  head: "hat",
  holds: bag(),
};
const ring = (count: number, radius: number, each: (x: number, y: number, i: number) => string): string =>
  Array.from({ length: count }, (_, i) => {
    const turn = Math.PI / 2 + (i / count) * 2 * Math.PI;
    return each(235 + radius * Math.cos(turn), 300 + radius * Math.sin(turn), i);
  }).join("");
const NAMES = ["Giza", "Ephesus", "Olympia", "Rhodes", "Babylon", "Halicarnassus", "Alexandria", "Petra"];
const city = (x: number, y: number, i: number, radius = 46): string =>
  `<circle class="medal" cx="${x}" cy="${y}" r="${radius}"/>` +
  wonder(NAMES[i]!, x, y + radius * 0.55, 3, radius / 150);

const turn = (): string =>
  card(120, 120, "red", "shield") +
  card(200, 106, "blue", "vp") +
  card(280, 106, "green", "gear") +
  card(360, 120, "yellow", "coin") +
  arrow("M150 190C120 240 100 270 96 322") +
  arrow("M235 180V322") +
  arrow("M320 190C350 240 370 270 374 322") +
  temple(96, 420, 110, 80, 5) +
  wonder("Giza", 235, 420, 2, 0.42) +
  coinsHeap(374, 420, 2.2) +
  ground(420) +
  icon("pass-left", 150, 510, 56) +
  icon("hand", 235, 510, 64) +
  icon("pass-right", 320, 510, 56);

const cityWithNeighbors = (): string =>
  wonder("Giza", 112, 270, 2, 0.62) +
  wonder("Ephesus", 358, 270, 1, 0.62) +
  ground(270) +
  wonder("Halicarnassus", 235, 530, 3, 0.9) +
  cypress(60, 530, 90, 12) +
  cypress(410, 530, 90, 12) +
  ground(530) +
  icon("laurel", 235, 110, 120);

const FIGURES: Record<string, () => string> = {
  quick: turn,
  aim: cityWithNeighbors,
  setup: () => ring(7, 190, (x, y, i) => city(x, y, i)) + icon("hand", 235, 270, 90) + words("7", 235, 350, 40),
  turn,
  costs: () =>
    icon("r-wood", 90, 110, 60) +
    icon("r-stone", 190, 110, 60) +
    icon("r-clay", 290, 110, 60) +
    icon("r-ore", 390, 110, 60) +
    icon("r-glass", 140, 190, 56) +
    icon("r-textile", 235, 190, 56) +
    icon("r-papyrus", 330, 190, 56) +
    arrow("M235 235V300") +
    temple(235, 500, 230, 180, 7) +
    place(60, 500, 1.7, figure(0, 0, { dress: "loincloth", arm: [50, 100] })) +
    ground(500),
  trade: () =>
    place(-34, 46, 0.86, wonderParts("Giza", 3, 2)) +
    place(196, 46, 0.86, wonderParts("Ephesus", 3, 1)) +
    ground(198) +
    place(81, 372, 0.86, wonderParts("Halicarnassus", 3, 1)) +
    ground(524) +
    figure(44, 332, buyer, 1.15) +
    donkey(424, 332, 1, true) +
    coinsHeap(422, 524, 1.5) +
    basket(54, 524, 1.6) +
    arrow("M196 386C140 350 118 300 112 216") +
    arrow("M176 210C190 300 226 340 238 380", true) +
    arrow("M290 386C340 350 356 300 362 216") +
    arrow("M300 210C286 300 262 340 252 380", true) +
    icon("coin", 132, 306, 40) +
    icon("r-wood", 208, 292, 38) +
    icon("coin", 354, 306, 40) +
    icon("r-papyrus", 276, 292, 38),
  chains: () =>
    card(120, 120, "green", "tablet") +
    card(235, 300, "green", "tablet") +
    card(120, 490, "blue", "vp") +
    card(350, 490, "green", "tablet") +
    arrow("M140 184C150 230 180 256 196 266") +
    arrow("M210 364C190 400 160 410 140 430") +
    arrow("M260 364C280 400 310 410 332 430") +
    icon("chain", 190, 200, 44) +
    words("I", 400, 130, 30) +
    words("II", 400, 310, 30) +
    words("III", 235, 500, 30),
  wonders: () =>
    wonder("Giza", 235, 360, 2, 1.2) +
    ground(360) +
    `<g transform="rotate(-4 120 440)">${back(120, 440)}</g><g transform="rotate(3 235 440)">${back(235, 440)}</g>` +
    `<rect class="slot" x="314" y="386" width="72" height="108" rx="6"/>` +
    words("I", 120, 540, 26) +
    words("II", 235, 540, 26) +
    words("III", 350, 540, 26),
  conflicts: () =>
    tower(90, 260, 60, 120) +
    tower(380, 260, 60, 120) +
    ground(260) +
    [80, 140, 200].map((x) => figure(x, 450, soldier, 1.7)).join("") +
    figure(370, 450, soldier, 1.7, true) +
    ground(450) +
    icon("mil-3", 150, 520, 60) +
    icon("defeat", 350, 520, 60) +
    shield(200, 130, 30) +
    shield(270, 130, 30),
  science: () =>
    [
      ["compass", 3, "9"],
      ["gear", 2, "4"],
      ["tablet", 1, "1"],
    ]
      .map(
        ([name, count, points], row) =>
          Array.from({ length: Number(count) }, (_, i) => icon(String(name), 90 + i * 90, 120 + row * 120, 70)).join(
            "",
          ) + words(String(points), 410, 132 + row * 120, 40),
      )
      .join("") +
    `<rect class="slot" x="46" y="70" width="88" height="340" rx="10"/>` +
    words("+ 7", 90, 460, 40) +
    `<path class="l" d="M60 490H430"/>` +
    words("21", 410, 540, 48),
  guilds: () =>
    temple(95, 300, 120, 100, 4) +
    temple(235, 330, 150, 130, 5) +
    temple(375, 300, 120, 100, 4) +
    ground(332) +
    arrow("M120 180C150 140 190 130 212 130") +
    arrow("M350 180C320 140 280 130 258 130") +
    icon("c-purple", 235, 120, 60) +
    card(120, 460, "brown") +
    card(235, 460, "purple", "vp") +
    card(350, 460, "brown"),
  score: () =>
    ["mil-5", "coin", "stage", "c-blue", "c-green", "c-yellow", "c-purple"]
      .map((name, i) => icon(name, 90, 80 + i * 66, 44) + `<path class="l" d="M60 ${114 + i * 66}H410"/>`)
      .join("") + icon("laurel", 300, 290, 200),
  "two-players": () =>
    city(110, 200, 0, 80) +
    city(360, 200, 3, 80) +
    city(235, 440, 2, 90) +
    icon("swap", 235, 200, 60) +
    arrow("M150 280L190 350", true) +
    arrow("M320 280L280 350", true),
  teams: () => ring(6, 180, (x, y, i) => city(x, y, i, 50)) + icon("team", 235, 300, 110),
  "eight-players": () => ring(8, 190, (x, y, i) => city(x, y, i, 44)) + words("8", 235, 325, 80),
  "second-edition": () =>
    wonder("Olympia", 235, 270, 3, 1) +
    ground(270) +
    icon("day", 90, 80, 70) +
    `<rect x="0" y="300" width="470" height="300" class="nightbox"/>` +
    `<g class="lit">${wonder("Babylon", 235, 560, 3, 1)}${ground(560)}${icon("night", 390, 350, 60)}</g>`,
  cities: () =>
    icon("mask", 120, 120, 100) +
    dove(340, 140, 3) +
    card(120, 320, "black", "debt") +
    card(235, 320, "black", "mask") +
    card(350, 320, "black", "dove") +
    tower(120, 530, 60, 90) +
    tower(350, 530, 60, 90) +
    figure(235, 530, { dress: "robe", head: "hood", arm: [40, 80], holds: bag() }, 1.8) +
    ground(530),
  leaders: () =>
    icon("c-white", 400, 90, 70) +
    place(31, 90, 4, portrait({ beard: "short", gear: "laurel" })) +
    card(120, 480, "white", "coin") +
    card(235, 480, "white", "shield") +
    card(350, 480, "white", "vp"),
  "manneken-pis": () =>
    wonder("Manneken Pis", 235, 380, 3, 1.3) + ground(380) + cup(150, 530, 4) + amphora(340, 530, 2.6) + ground(530),
  questions: () => owl(235, 430, 7) + ground(430),
  strategy: () =>
    owl(150, 330, 4.5) +
    scroll(340, 330, 3) +
    ground(330) +
    icon("compass", 120, 470, 70) +
    icon("shield", 235, 470, 70) +
    icon("trade", 350, 470, 70),
  signs: () =>
    [
      "r-wood",
      "r-stone",
      "r-clay",
      "r-ore",
      "r-glass",
      "r-textile",
      "r-papyrus",
      "compass",
      "gear",
      "tablet",
      "shield",
      "coin",
      "vp",
      "stage",
      "chain",
      "mask",
    ]
      .map((name, i) => icon(name, 85 + (i % 4) * 100, 110 + Math.floor(i / 4) * 120, 64))
      .join(""),
};

/** The drawing of a chapter; `head` is the id of the marker that its arrows end with. */
export const figureOf = (chapter: string, head: string): string =>
  (FIGURES[chapter] ?? turn)().replaceAll("url(#head)", `url(#${head})`);
