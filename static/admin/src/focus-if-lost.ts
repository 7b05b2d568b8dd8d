/**
 * The focus is lost with what had it: a row that was removed, a button that cannot be pressed any more. Then it goes to
 * the first of these that is there.
 */
export function focusIfLost(...elements: readonly (HTMLElement | null | undefined)[]): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
  if (isLost) elements.find((element) => element !== null && element !== undefined)?.focus();
}

/** The heading of the page, which always exists. */
export const pageHeading = () => document.querySelector<HTMLElement>('h1');
