/** The parts of card pictures. Each picture is parsed once and then copied: a step of a replay changes up to ten. */
import { picture } from "../../art/cards";

const parsed = new Map<string, DocumentFragment>();

/** The parts of a picture, on its line of the ground. */
export function partsOf(card: string): Node {
  let parts = parsed.get(card);
  if (!parts) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.innerHTML = `${picture(card)}<path class="l" d="M-60 66.4H180" />`;
    parts = document.createDocumentFragment();
    parts.append(...svg.childNodes);
    parsed.set(card, parts);
  }
  return parts.cloneNode(true);
}
