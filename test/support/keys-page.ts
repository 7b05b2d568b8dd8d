import type { Frame } from 'playwright-core';

/** Chooses an action of a key in the table. */
export async function choose(
  app: Frame,
  action: 'Edit' | 'Rotate' | 'Revoke' | 'It leaked',
  name: string,
): Promise<void> {
  await app.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await app.getByRole('menuitem', { name: action }).click();
}

/** The value of a new key, while it is shown. */
export async function shownValue(app: Frame): Promise<string> {
  const field = app.getByLabel('API key', { exact: true });
  await field.waitFor();
  return field.inputValue();
}
