/** Portraits of the leaders by English printed name. */
import { at, beam, circle, cut, faint, line, pale, rays, slip, wine } from "./draw";
import { crane, column, stele, temple, tower } from "./parts/buildings";
import { dove, elephant, horse, lion, snake } from "./parts/animals";
import { fire, palm, stars, sun } from "./parts/nature";
import {
  amphora,
  bag,
  chest,
  coinsHeap,
  compasses,
  cup,
  gearWheel,
  hammer,
  lyre,
  roll,
  scales,
  scroll,
  shield,
  spear,
  sword,
  tablet,
} from "./parts/objects";
import { portrait } from "./parts/portrait";
import type { Pictures } from "./cards/pictures";

const G = 66;
const laurelTwig = (x: number, mirror = false): string =>
  at(
    x,
    G,
    line("M0 0Q-6 -24 2 -46") +
      slip(
        [8, 16, 24, 32, 40].map((y) => `M-2 ${-y}q-9 -2 -9 -9q8 0 9 9ZM-1 ${-y - 3}q8 -4 7 -11q-7 2 -7 11Z`).join(""),
      ),
    0.94,
    mirror,
  );
const both = (drawing: (x: number, mirror: boolean) => string): string => drawing(14, false) + drawing(104, true);

export const leaders: Pictures = {
  Alexander: () =>
    portrait({ hair: "waves", gear: "lionskin", dress: "cloak", beside: horse(100, G, "gallop", 0.62, true) }),
  Amytis: () =>
    portrait({
      woman: true,
      hair: "locks",
      gear: "crown",
      dress: "collar",
      beside: palm(102, G, 40, 0.8) + palm(12, G, 34, 0.7),
    }),
  Archimedes: () =>
    portrait({
      hair: "bald",
      beard: "long",
      beside:
        at(98, 38, line("M0 -24V24") + beam("M-14 -16L14 -8M-14 0L14 8M-14 16L14 24"), 0.9) + gearWheel(14, 50, 12),
    }),
  Aristotle: () => portrait({ hair: "curls", beard: "short", beside: scroll(100, G, 0.62) + column(14, 18, G, 8) }),
  Aspasia: () =>
    portrait({ woman: true, hair: "bun", gear: "diadem", beside: dove(98, 26, 0.8, true) + laurelTwig(14) }),
  Berenice: () =>
    portrait({
      woman: true,
      hair: "locks",
      gear: "diadem",
      dress: "collar",
      beside:
        stars([
          [94, 16],
          [104, 26],
          [98, 38],
          [108, 44],
          [90, 30],
        ]) + coinsHeap(14, G, 0.8),
    }),
  Bilkis: () =>
    portrait({
      woman: true,
      hair: "braid",
      gear: "turban",
      dress: "collar",
      beside: amphora(100, G, 0.8) + chest(14, G, 0.7),
    }),
  Caesar: () =>
    portrait({
      hair: "waves",
      gear: "laurel",
      dress: "cloak",
      beside:
        at(
          102,
          G,
          line("M0 0V-46") + slip("M-8 -46Q0 -56 8 -46L12 -52Q8 -40 0 -42Q-8 -40 -12 -52Z") + wine("M-7 -38H7V-24H-7Z"),
          0.96,
        ) + laurelTwig(12),
    }),
  Caligula: () =>
    portrait({ hair: "curls", gear: "laurel", dress: "cloak", beside: at(100, 60, sword(12), 1.5) + fire(14, G, 0.9) }),
  Cleopatra: () =>
    portrait({ woman: true, gear: "uraeus", dress: "collar", beside: snake(102, G, 1.3) + palm(12, G, 42, 0.7) }),
  Croesus: () =>
    portrait({
      hair: "curls",
      beard: "curled",
      gear: "crown",
      dress: "cloak",
      beside: coinsHeap(102, G, 1.1) + coinsHeap(102, 56, 0.7) + chest(14, G, 0.8),
    }),
  Darius: () =>
    portrait({ hair: "curls", beard: "royal", gear: "tiara", dress: "collar", beside: lion(102, G, 0.6, true) }),
  Diocletian: () =>
    portrait({
      hair: "curls",
      beard: "short",
      gear: "rays",
      dress: "cloak",
      beside: tower(102, G, 18, 34, false) + tower(13, G, 14, 28, false),
    }),
  Euclid: () =>
    portrait({
      hair: "waves",
      beard: "long",
      gear: "cap",
      beside: compasses(100, G, 1.1) + line("M6 60H24L15 42Z" + circle(15, 53.6, 6)),
    }),
  Hammurabi: () =>
    portrait({
      hair: "curls",
      beard: "royal",
      gear: "cap",
      beside: stele(102, G, 20, 48) + cut("M96 32H108M96 37H108M96 42H108M96 47H104M96 52H108"),
    }),
  Hannibal: () =>
    portrait({ hair: "curls", beard: "short", gear: "helmet", dress: "armor", beside: elephant(97, G, 0.5, true) }),
  Hatshepsut: () => portrait({ woman: true, gear: "nemes", dress: "collar", beside: temple(99, G, 36, 34, 3) }),
  Hiram: () =>
    portrait({
      hair: "waves",
      beard: "curled",
      gear: "turban",
      beside: column(98, 18, G, 9) + at(110, G, hammer(0), 1.2) + column(14, 26, G, 8),
    }),
  Hypatia: () =>
    portrait({
      woman: true,
      hair: "bun",
      beside:
        pale(circle(100, 44, 12)) +
        line("M88 44H112M100 32V56M92 36Q84 44 92 52M108 36Q116 44 108 52") +
        beam("M100 56V66M92 66H108") +
        stars([
          [94, 18],
          [108, 14],
        ]),
    }),
  Imhotep: () =>
    portrait({
      hair: "none",
      gear: "cap",
      dress: "collar",
      beside:
        slip("M80 66L84 58H88V52H92V46H96V40H104V46H108V52H112V58H116L120 66Z") +
        cut("M86 58H114M90 52H110M94 46H106") +
        roll(14, G, 1),
    }),
  Justinian: () => portrait({ hair: "curls", gear: "crown", dress: "collar", beside: scales(100, G, 0.62, 0) }),
  Leonidas: () =>
    portrait({
      hair: "locks",
      beard: "short",
      gear: "crest",
      dress: "armor",
      beside: shield(102, 46, 13, "leaf") + at(14, 46, spear(56, 20)),
    }),
  Maecenas: () => portrait({ hair: "bald", dress: "cloak", beside: at(100, 46, lyre(1.3)) + bagAt(14) }),
  Midas: () =>
    portrait({
      hair: "curls",
      beard: "long",
      gear: "crown",
      dress: "cloak",
      beside:
        cup(100, G, 1.3) +
        at(100, 34, slip("M0 14Q-8 6 -5 -6Q0 -12 5 -6Q8 6 0 14Z"), 0.9) +
        pale(circle(100, 33, 5)) +
        faint(rays(100, 33, 8, 16, 12)),
    }),
  Nebuchadnezzar: () =>
    portrait({
      hair: "curls",
      beard: "royal",
      gear: "mural",
      beside:
        slip("M86 66V54H90V42H94V30H106V42H110V54H114V66Z") +
        cut("M86 54H114M90 42H110M96 66V58H104V66") +
        palm(13, G, 40, 0.7),
    }),
  Nefertiti: () =>
    portrait({
      woman: true,
      gear: "tall",
      dress: "collar",
      beside: sun(102, 22, 12) + line(rays(102, 22, 14, 30, 10, 0.3, Math.PI - 0.3)),
    }),
  Nero: () =>
    portrait({
      hair: "waves",
      beard: "short",
      gear: "laurel",
      dress: "cloak",
      beside: at(102, 30, lyre(1)) + fire(96, G, 0.7) + fire(108, G, 0.5) + fire(14, G, 0.8),
    }),
  Pericles: () => portrait({ hair: "curls", beard: "short", gear: "helmet", beside: temple(99, G, 38, 40, 4) }),
  Phidias: () =>
    portrait({
      hair: "bald",
      beard: "short",
      gear: "diadem",
      beside:
        at(98, 44, hammer(20), 1.5) +
        at(108, 58, slip("M-2 0L2 0L1 -14H-1Z")) +
        pale("M6 66L10 40Q6 34 12 28Q18 30 17 38L22 66Z") +
        line("M10 44Q14 48 18 44"),
    }),
  Plato: () =>
    portrait({
      hair: "waves",
      beard: "long",
      gear: "diadem",
      beside:
        at(
          100,
          G,
          slip("M-20 0V-6H20V0ZM-16 -6Q-18 -34 4 -38Q20 -30 16 -6Z") +
            `<path class="cl" d="M-8 -6Q-8 -24 4 -24Q12 -20 10 -6Z"/>`,
        ) + sun(103, 52, 4),
    }),
  Praxiteles: () =>
    portrait({ hair: "curls", gear: "cap", beside: amphora(101, G, 0.9) + at(14, 54, hammer(-10), 1.3) }),
  Ptolemy: () =>
    portrait({
      hair: "waves",
      beard: "short",
      gear: "diadem",
      beside:
        tablet(100, G, 0.94) +
        stars([
          [94, 18],
          [106, 12],
          [112, 24],
        ]),
    }),
  Pythagoras: () =>
    portrait({
      hair: "locks",
      beard: "long",
      gear: "turban",
      beside: slip("M88 66H114V46Z") + cut("M92 64H111V51Z") + gearWheel(14, 52, 11),
    }),
  Ramses: () =>
    portrait({
      gear: "double",
      beard: "none",
      dress: "collar",
      beside:
        at(101, G, slip("M-8 0L-5 -40L0 -48L5 -40L8 0Z") + cut("M-3 -34H3M-3 -28H3M-4 -22H4M-4 -16H4M-5 -10H5"), 1) +
        palm(13, G, 38, 0.66),
    }),
  Sappho: () =>
    portrait({ woman: true, hair: "bun", gear: "laurel", beside: at(101, 44, lyre(1.4)) + roll(14, G, 0.8) }),
  Semiramis: () =>
    portrait({
      woman: true,
      hair: "wig",
      gear: "mural",
      dress: "armor",
      beside: dove(98, 24, 0.7, true) + shield(103, 52, 11, "eye"),
    }),
  Solomon: () => portrait({ hair: "locks", beard: "long", gear: "crown", beside: temple(100, G, 36, 42, 2) }),
  Tomyris: () =>
    portrait({
      woman: true,
      hair: "braid",
      gear: "cap",
      dress: "armor",
      beside: horse(102, G, "stand", 0.58, true) + at(14, 50, spear(50, 16)),
    }),
  Varro: () =>
    portrait({ hair: "bald", beard: "short", beside: scroll(101, G, 0.6) + roll(14, G, 0.8) + roll(16, 59, 0.7) }),
  Vitruvius: () => portrait({ hair: "waves", dress: "cloak", beside: crane(96, G, 0.66) }),
  Xenophon: () =>
    portrait({
      hair: "curls",
      beard: "short",
      gear: "cap",
      dress: "cloak",
      beside: horse(101, G, "walk", 0.58, true) + roll(14, G, 0.8),
    }),
  Zenobia: () =>
    portrait({
      woman: true,
      hair: "wig",
      gear: "rays",
      dress: "collar",
      beside: both((x) => column(x, 22, G, 8)) + slip("M94 22H114V17H94ZM4 22H24V17H4Z"),
    }),
};

function bagAt(x: number): string {
  return at(x, 48, bag(), 1.2);
}
