/** Where the seats of the round table are drawn, in a field of fixed size that grows with its room. */
export const STAGE = { width: 900, height: 790, x: 450, y: 385 } as const;
/** The ellipse on which the middles of the seats lie. */
export const RADII = { x: 356, y: 290 } as const;

/** The angle of a seat, clockwise from the viewer's at the bottom; hands pass that way in ages I and III. */
export const angleOf = (seat: number, bottom: number, seats: number): number =>
  Math.PI / 2 + ((seat - bottom) * 2 * Math.PI) / seats;

/** The middle of a seat, in percent of the field. */
export function placeOf(seat: number, bottom: number, seats: number): { left: number; top: number } {
  const angle = angleOf(seat, bottom, seats);
  return {
    left: ((STAGE.x + RADII.x * Math.cos(angle)) / STAGE.width) * 100,
    top: ((STAGE.y + RADII.y * Math.sin(angle)) / STAGE.height) * 100,
  };
}
