import * as z from 'zod';
import type { LocalHost } from '../../host';
import { confluenceAs, type ConfluenceClient } from '../confluence-client';
import type { Visitor } from '../visitor';
import type { ConditionFacts } from './display-conditions';

/** The facts of a view that display conditions depend on, read as the visitor. */

const property = z.object({ key: z.string(), value: z.unknown() });
const operations = z.object({
  operations: z.array(z.object({ operation: z.string(), targetType: z.string() })),
});

interface Place {
  /** Absent in the Apps menu. */
  readonly spaceId?: string;
  /** Absent if the place is not a page or blog post. */
  readonly content?: { readonly canEdit: boolean; readonly properties: ReadonlyMap<string, unknown> };
}

export async function readConditionFacts(
  host: LocalHost,
  client: ConfluenceClient,
  visitor: Visitor,
  { spaceId, content }: Place,
): Promise<ConditionFacts> {
  const [appProperties, isSpaceAdmin] = await Promise.all([
    readAppProperties(host),
    spaceId === undefined ? false : administersSpace(client, spaceId),
  ]);
  return {
    isLoggedIn: visitor.email !== undefined,
    isSpaceAdmin,
    pagePermissions: { VIEW: content !== undefined, EDIT: content?.canEdit ?? false },
    property: (entity, key) => (entity === 'content' ? content?.properties : appProperties)?.get(key),
  };
}

type Properties = ReadonlyMap<string, unknown>;

/** Empty for content that was never published. */
export function readContentProperties(
  host: LocalHost,
  client: ConfluenceClient,
  contentId: string,
): Promise<Properties> {
  const folder = host.confluence.contentPlace(contentId)?.type === 'blogpost' ? 'blogposts' : 'pages';
  return readCopy(host, client, `/wiki/api/v2/${folder}/${contentId}/properties?limit=250`);
}

function readAppProperties(host: LocalHost): Promise<Properties> {
  return readCopy(host, confluenceAs(host.confluence, { kind: 'app' }), '/wiki/api/v2/app/properties?limit=250');
}

const COPY_MS = 60_000;

const copies = new WeakMap<
  LocalHost['confluence'],
  Map<string, { readonly atMs: number; readonly value: Properties }>
>();

/** With `stale-conditions`, a copy is read until it is 60 seconds old, for all viewers. */
async function readCopy(host: LocalHost, client: ConfluenceClient, path: string): Promise<Properties> {
  const { confluence, assumptions } = host;
  const known = copies.get(confluence) ?? new Map<string, { atMs: number; value: Properties }>();
  copies.set(confluence, known);
  const nowMs = host.now().getTime();
  const copy = known.get(path);
  if (assumptions.has('stale-conditions') && copy !== undefined && nowMs - copy.atMs < COPY_MS) return copy.value;
  const properties = await client.list(property, path);
  const value = new Map(properties?.map((one) => [one.key, one.value]));
  known.set(path, { atMs: nowMs, value });
  return value;
}

async function administersSpace(client: ConfluenceClient, spaceId: string): Promise<boolean> {
  const found = await client.read(operations, `/wiki/api/v2/spaces/${spaceId}/operations`);
  return (
    found?.operations.some(({ operation, targetType }) => operation === 'administer' && targetType === 'space') ?? false
  );
}
