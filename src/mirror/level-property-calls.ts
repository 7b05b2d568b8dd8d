import * as z from 'zod';
import { folderOf } from '../classification/content-type';
import { type ContentOf, parse } from '../classification/page-lookup';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import type { LevelProperty } from './level-property';
import { LEVEL_PROPERTY } from './prefix';

/** Reads and writes the property of a page as the app. */

const propertyBody = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  version: z.object({ number: z.int() }),
});
const listBody = z.object({ results: z.array(propertyBody.extend({ key: z.string(), value: z.unknown() })) });

export interface PropertyVersion {
  readonly id: string;
  readonly version: number;
}

export type ReadProperty = PropertyVersion & { readonly value: unknown };

/**
 * Reads the property. Two first writes at the same time may leave two properties, and Confluence then shows either. All but
 * the oldest one are deleted.
 * @returns `unreachable`: the app cannot see the page. @throws HostError
 */
export async function readProperty(
  confluence: Confluence,
  { pageId, contentType }: ContentOf,
): Promise<ReadProperty | 'missing' | 'unreachable'> {
  const folder = folderOf(contentType);
  const answer = await confluence.get(APP, route`/wiki/api/v2/${folder}/${pageId}/properties?key=${LEVEL_PROPERTY}`);
  if (isRefused(answer.status)) return 'unreachable';
  if (answer.status !== 200) throw unexpected(answer.status);
  const all = parse(listBody, answer.body).results.filter(({ key }) => key === LEVEL_PROPERTY);
  const [found, ...others] = all.toSorted((one, other) => Number(one.id) - Number(other.id));
  for (const { id } of others) await confluence.delete(APP, route`/wiki/api/v2/${folder}/${pageId}/properties/${id}`);
  return found === undefined ? 'missing' : { id: found.id, version: found.version.number, value: found.value };
}

/**
 * Writes the property if its version is the expected one.
 * @param expected undefined: the page must not have the property
 * @returns `refused`: the page or the property does not exist, or the app cannot edit the page
 * @throws HostError; the property may have been written
 */
export async function writeProperty(
  confluence: Confluence,
  { pageId, contentType }: ContentOf,
  value: LevelProperty,
  expected: PropertyVersion | undefined,
): Promise<PropertyVersion | 'conflict' | 'refused'> {
  const body = { key: LEVEL_PROPERTY, value };
  const folder = folderOf(contentType);
  const { status, body: answered } =
    expected === undefined
      ? await confluence.post(APP, route`/wiki/api/v2/${folder}/${pageId}/properties`, body)
      : await confluence.put(APP, route`/wiki/api/v2/${folder}/${pageId}/properties/${expected.id}`, {
          ...body,
          version: { number: expected.version + 1 },
        });
  if (isRefused(status)) return 'refused';
  // For a property that exists, Confluence answers 409 or 400.
  if (status === 409 || (status === 400 && expected === undefined)) return 'conflict';
  if (status !== 200) throw unexpected(status);
  const { id, version } = parse(propertyBody, answered);
  return { id, version: version.number };
}

function isRefused(status: number): boolean {
  return status === 403 || status === 404;
}

function unexpected(status: number): HostError {
  return new HostError('failure', `Confluence returned ${status} for a content property`);
}
