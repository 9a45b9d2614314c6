/** What stands after the name of the example in the address. */
export const params = new URLSearchParams(location.search.slice(1));
