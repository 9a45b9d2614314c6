/** How the canvas shows everything: small pipelines are not blown up. */
export const fitting = { maxZoom: 1, padding: 0.16 };
