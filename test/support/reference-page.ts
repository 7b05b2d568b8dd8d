import type { Frame, Locator, Page } from 'playwright-core';
import document from '../../dist/openapi.json';
import { goTo } from './admin-navigation';

/** Page object of the API reference page. */

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Every operation in the API reference. */
export const OPERATIONS: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { summary }]) => ({ method: method.toUpperCase(), path, summary })),
);

/** They differ only in their methods, and the page takes seconds to open all of them. */
export const ONE_OF_EACH_METHOD: readonly DocumentedOperation[] = OPERATIONS.filter(
  ({ method }, index) => OPERATIONS.findIndex((other) => other.method === method) === index,
);

const SHOWN = new Set(['/v1/level', '/v1/page-level', '/v1/page-level/by-page/{pageId}']);

/** An operation of another server, in the short API reference only. */
export const ELSEWHERE = '/v1/elsewhere';

/** Opens the page with only a few operations, because rendering all of them takes seconds, and they look alike. */
export async function openShortReference(app: Frame, page: Page): Promise<void> {
  const shown = Object.entries(document.paths).filter(([path]) => SHOWN.has(path));
  const { get } = document.paths['/v1/level'];
  const elsewhere = { ...get, operationId: 'elsewhere', servers: [{ url: 'https://elsewhere.example' }] };
  const paths = { ...Object.fromEntries(shown), [ELSEWHERE]: { get: elsewhere } };
  const value = { status: 200, headers: {}, body: JSON.stringify({ ...document, paths }), durationMs: 0 };
  await page.route('**/site/bridge/invoke', async (route) => {
    const { payload } = route.request().postDataJSON() as { payload?: { path?: string } };
    return payload?.path === '/v1/openapi.json' ? route.fulfill({ json: { ok: true, value } }) : route.continue();
  });
  await goTo(app, 'API', 'Reference');
  await app.getByRole('heading', { name: 'Schemas' }).waitFor();
}

/** @returns the operation with all of its elements */
export async function openOperation(app: Frame, method: string, path: string): Promise<Locator> {
  const button = app.getByRole('button', { name: new RegExp(`^${method} ${path.replace(/[{}.]/g, '\\$&')} `) });
  await button.click();
  const operation = app.locator('.opblock').filter({ has: button });
  await operation.getByRole('heading', { name: 'Responses', exact: true }).waitFor();
  return operation;
}

/** Presses “Try it out” with the prefilled values. @returns the text shown for the response */
export async function execute(operation: Locator): Promise<string> {
  await operation.getByRole('button', { name: 'Execute' }).click();
  const said = operation.locator('.answer-status:not(:empty)').or(operation.getByRole('alert')).first();
  await said.waitFor();
  return said.innerText();
}
