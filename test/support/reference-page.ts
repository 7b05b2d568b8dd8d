import type { Frame, Locator } from 'playwright-core';
import document from '../../docs/openapi.json';

/** The API reference page, as a person works with it. */

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Every operation that the API describes. */
export const OPERATIONS: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { summary }]) => ({ method: method.toUpperCase(), path, summary })),
);

/** They look alike but for their methods: the page takes seconds to open all of them. */
export const ONE_OF_EACH_METHOD: readonly DocumentedOperation[] = OPERATIONS.filter(
  ({ method }, index) => OPERATIONS.findIndex((other) => other.method === method) === index,
);

/** @returns the operation with all that belongs to it */
export async function openOperation(app: Frame, method: string, path: string): Promise<Locator> {
  const button = app.getByRole('button', { name: new RegExp(`^${method} ${path.replace(/[{}.]/g, '\\$&')} `) });
  await button.click();
  const operation = app.locator('.opblock').filter({ has: button });
  await operation.getByRole('heading', { name: 'Responses', exact: true }).waitFor();
  return operation;
}

/** “Try it out” with what is filled in. @returns what is said of the answer */
export async function execute(operation: Locator): Promise<string> {
  await operation.getByRole('button', { name: 'Execute' }).click();
  const said = operation.locator('.answer-status:not(:empty)').or(operation.getByRole('alert')).first();
  await said.waitFor();
  return said.innerText();
}
