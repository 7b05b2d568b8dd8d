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

/** Empty for content that was never published. */
export async function readContentProperties(
  { confluence }: LocalHost,
  client: ConfluenceClient,
  contentId: string,
): Promise<ReadonlyMap<string, unknown>> {
  const folder = confluence.contentPlace(contentId)?.type === 'blogpost' ? 'blogposts' : 'pages';
  const properties = await client.list(property, `/wiki/api/v2/${folder}/${contentId}/properties?limit=250`);
  return new Map(properties?.map(({ key, value }) => [key, value]));
}

async function readAppProperties({ confluence }: LocalHost): Promise<ReadonlyMap<string, unknown>> {
  const client = confluenceAs(confluence, { kind: 'app' });
  const properties = await client.list(property, '/wiki/api/v2/app/properties?limit=250');
  return new Map(properties?.map(({ key, value }) => [key, value]));
}

async function administersSpace(client: ConfluenceClient, spaceId: string): Promise<boolean> {
  const found = await client.read(operations, `/wiki/api/v2/spaces/${spaceId}/operations`);
  return (
    found?.operations.some(({ operation, targetType }) => operation === 'administer' && targetType === 'space') ?? false
  );
}
