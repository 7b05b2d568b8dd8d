import type { Frame, Locator } from 'playwright-core';

/** Page object of the Recipes page. */

export const SEND = 'Send test request';

export const levelField = (within: Frame | Locator) => within.getByRole('combobox', { name: 'Level', exact: true });
export const keyField = (app: Frame) => app.getByRole('combobox', { name: 'Key', exact: true });
export const secretField = (app: Frame) => app.getByLabel('API key', { exact: true });
export const pageField = (app: Frame) => app.getByRole('textbox', { name: 'Page', exact: true });
export const pairRow = (app: Frame, position: number) => app.getByRole('group', { name: `Label ${position}` });
export const labelField = (app: Frame, position: number) =>
  pairRow(app, position).getByRole('textbox', { name: 'Label', exact: true });

/** By name: `Restricted › Finance`; its option ends with the key. */
export async function chooseLevel(within: Frame | Locator, level: string): Promise<void> {
  const option = levelField(within).locator('option', { hasText: new RegExp(`^${level} [(]`) });
  await levelField(within).selectOption(await option.getAttribute('value'));
}

/** By the start of its option, which is the name of the key. */
export async function chooseKey(app: Frame, name: string): Promise<void> {
  const option = keyField(app).locator('option', { hasText: name });
  await keyField(app).selectOption(await option.getAttribute('value'));
}

export async function fillPair(app: Frame, position: number, label: string, level: string): Promise<void> {
  await labelField(app, position).fill(label);
  await chooseLevel(pairRow(app, position), level);
}

/** Completes the form up to the confirmation, before the level is set. */
export async function askToSend(app: Frame, key: string, page: string): Promise<void> {
  await secretField(app).fill(key);
  await pageField(app).fill(page);
  await app.getByRole('button', { name: SEND }).click();
  await app.getByRole('button', { name: 'Set level' }).waitFor();
}
