/** Where a bubble fits beside the hand. */
import type { Scene } from "../scene/scene.svelte";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the first visible element of a selector is on the screen. */
export function boxOf(selector: string): Box | null {
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width && height) return { left, top, width, height };
  }
  return null;
}

/** On a phone the room of the city, and of the small cities above it where a text is long; on a screen the bubble has a
 * place of its own. */
export const roomOf = (scene: Scene): Box | null => (scene.layout.wide ? null : boxOf(".mid"));

export const placeIn = (room: Box | null): string | undefined =>
  room
    ? `left:${room.left + 6}px;width:${room.width - 12}px;bottom:calc(100dvh - ${room.top + room.height - 4}px);max-height:${room.top + room.height - 62}px`
    : undefined;
