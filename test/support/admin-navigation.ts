import type { Frame } from 'playwright-core';

/** Opens a page of the admin area with the navigation, as a person does: the entry, then its tab. */
export async function goTo(app: Frame, entry: string, page?: string): Promise<void> {
  // In a narrow window, the entries are a menu.
  const menu = app.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await app
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: new RegExp(`^${entry}\\b`) })
    .click();
  if (page === undefined) return;
  const tab = app.getByRole('navigation', { name: entry, exact: true }).getByRole('link', { name: page, exact: true });
  // The first page of an entry is already open.
  if ((await tab.getAttribute('aria-current')) === null) await tab.click();
}
