const kColours = 8;

/** The colour of a run in the list, the table and the curves of a comparison. */
export const colourOfRun = (index: number) => `--series-${(index % kColours) + 1}`;
