/**
 * Moves the focus to the first existing target if the focused element no longer exists or is disabled.
 */
export function focusIfLost(...elements: readonly (HTMLElement | null | undefined)[]): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
  if (isLost) elements.find((element) => element !== null && element !== undefined)?.focus();
}

/** The heading of the page, which always exists. */
export const pageHeading = () => document.querySelector<HTMLElement>('h1');
