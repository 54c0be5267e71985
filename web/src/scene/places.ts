/** Where things of the table are on the page: components register their elements, flights of cards look them up. */
import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";

/** The kinds of places, and what tells two of a kind apart. */
interface Keys {
  /** The panel of a city. */
  city: [seat: number];
  /** The face-down card that a city has chosen. */
  chosen: [seat: number];
  coins: [seat: number];
  stages: [seat: number];
  /** A card that stands in a city. */
  built: [seat: number, card: string];
  /** A card of the viewer's hand. */
  hand: [index: number];
  /** The card of the hand that the viewer has chosen. */
  choice: [];
  discards: [];
  /** The sign that says where hands go. */
  passing: [];
  /** The control that leads to cities without a panel. */
  elsewhere: [];
  table: [];
}
export type PlaceKind = keyof Keys;

/** A place for a card: its middle, and how wide a card is there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const spotOf = (element: Element, width?: number): Spot => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: width ?? box.width };
};

const area = (element: Element): number => {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
};

export class Places {
  readonly #elements = new Map<string, Set<Element>>();

  /** An attachment that makes an element known as a place, as long as it is on the page. */
  register<Kind extends PlaceKind>(kind: Kind, ...key: Keys[Kind]): Attachment {
    return (element) => {
      const id = [kind, ...key].join();
      const known = this.#elements.get(id) ?? new Set();
      this.#elements.set(id, known.add(element));
      return () => void known.delete(element);
    };
  }

  /** The element of a place; the largest, where it is shown twice; null where it is not to be seen. */
  find<Kind extends PlaceKind>(kind: Kind, ...key: Keys[Kind]): Element | null {
    let best: Element | null = null;
    for (const each of this.#elements.get([kind, ...key].join()) ?? [])
      if (area(each) > (best ? area(best) : 0)) best = each;
    return best;
  }

  /** The cards of the hand, in their order. */
  get hand(): readonly HTMLElement[] {
    const found: HTMLElement[] = [];
    for (let index = 0; ; index += 1) {
      const card = this.find("hand", index);
      if (!card) return found;
      found.push(card as HTMLElement);
    }
  }

  /** A city as it is shown now: its panel, else the way to it. */
  city(seat: number): Element | null {
    return this.find("city", seat) ?? this.find("elsewhere") ?? this.find("table");
  }

  /** Where a city's chosen card lies. */
  chosenCard(seat: number): Spot | null {
    const mark = this.find("chosen", seat);
    const city = this.city(seat);
    return mark ? spotOf(mark) : city && spotOf(city, CARD_AT_CITY);
  }

  /** Where a card goes that is built, put under a wonder or discarded. */
  goal(seat: number, goal: "city" | "wonder" | "pile", card: string | null | undefined): Goal | null {
    const element =
      goal === "pile"
        ? this.find("discards")
        : goal === "wonder"
          ? this.find("stages", seat)
          : card && this.find("built", seat, card);
    if (element) return { spot: spotOf(element), element: goal === "city" ? element : null };
    const city = this.city(seat);
    return city && { spot: spotOf(city, CARD_IN_CITY), element: null };
  }

  /** Where a city's coins are counted. */
  coins(seat: number): Spot | null {
    const element = this.find("coins", seat) ?? this.city(seat);
    return element && spotOf(element);
  }
}

/** The width of a card at a city where its own place is not visible. */
const CARD_AT_CITY = 24;
const CARD_IN_CITY = 34;

export interface Goal {
  readonly spot: Spot;
  /** The built card itself, which appears when the flying one has arrived. */
  readonly element: Element | null;
}

/** The horizontal shift, as a style, that puts the middle of something at a place, but all of it into the window. */
export const shiftInside = (x: number, scale: number): string => {
  const grown = `${(scale - 1) * 50}%`;
  return `clamp(6px + ${grown}, ${x}px - 50%, 100vw - 100% - 6px - ${grown})`;
};

const KEY = Symbol("places");

export const setPlaces = (places: Places): void => void setContext(KEY, places);

/** The places of the scene around the calling component; outside of a scene, places that nobody looks up. */
export const getPlaces = (): Places => getContext<Places | undefined>(KEY) ?? new Places();
