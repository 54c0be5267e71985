/** Where a drawer may lie so that it covers neither the hand nor the actions. */
import type { Scene } from "./scene.svelte";

export interface Uncovered {
  readonly side: "left" | "right";
  /** How much of the foot of the window stays free, in pixels. */
  readonly foot: number;
  /** How wide the drawer may be where the hand stands beside it. */
  readonly room?: number;
}

export function uncovered(scene: Scene): Uncovered {
  // Measured again when the scene has another size or opens a panel.
  void [scene.size, scene.panel];
  const hand = document.querySelector("main :is(.handrow, .hand4)")?.getBoundingClientRect();
  if (!hand?.height) return { side: "right", foot: 0 };
  if (hand.top > innerHeight * 0.45) return { side: "right", foot: innerHeight - hand.top };
  return { side: "left", foot: 0, room: hand.left - 16 };
}
