import type { Site } from './site';

/** Spaces with large pages, and scans of them. */

/** The document is JSON in JSON, where a quotation mark of the text takes four bytes. */
const QUOTE_BYTES = 4;

/** Text that takes about this size in an answer of Confluence. The dash makes its characters take two bytes in memory. */
export function quotes(bytes: number): string {
  return `Text – ${'"'.repeat(Math.ceil(bytes / QUOTE_BYTES))}`;
}

const MOST_STEPS = 60;

/**
 * Scans the pages of the space, not because of the events of their creation.
 * @param advance lets a step be tried again @returns the finished scan
 */
export async function scanSpace(site: Site, spaceId: string, advance: () => void): Promise<object> {
  const { background } = site.host;
  for (const { id } of background.pending()) background.lose(id);
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const request = { key, body: { spaceId }, headers: { 'Idempotency-Key': 'scan' } };
  const { scanId } = (await site.rest('POST', '/v1/detection/scan', request)).body;
  return whenFinished(site, key, `/v1/detection/scan/${scanId}`, advance);
}

/** @throws if the run at this path does not end */
export async function whenFinished(site: Site, key: string, path: string, advance: () => void): Promise<object> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await site.host.background.settle();
    const { body } = await site.rest('GET', path, { key });
    if (['succeeded', 'partial'].includes(body.state)) return body;
    advance();
  }
  throw new Error('the run does not end');
}
