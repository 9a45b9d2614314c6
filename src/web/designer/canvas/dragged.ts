/** The kind of data with which the tree gives a component to the canvas. */
export const draggedComponent = 'application/x-paisql-component';
