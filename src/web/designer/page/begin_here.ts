/** The field of a dialog that has the focus when it opens: a ref for it. (React's autoFocus comes before showModal.) */
export function beginHere(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '');
}
