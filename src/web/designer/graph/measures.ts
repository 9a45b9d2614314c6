// Sizes of cards on the canvas, in pixels at zoom 1. They are fixed, so that nothing has to be measured in the page.

export const cardWidth = 208;
export const cardHeight = 52;
export const gridStep = 8;

/** Where the port stands along the upper or lower side of its card: evenly, from left to right. */
export function portOffset(index: number, count: number): number {
  return (cardWidth * (index + 1)) / (count + 1);
}
