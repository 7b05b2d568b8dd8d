import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PagePosition } from './lagging-copy';
import { Refusal } from './refusal';

const cursorContent = z.tuple([z.string(), z.string(), z.string()]);

/** A cursor carries a fingerprint of its query, because Forge accepts it only with identical parameters. */
export function writeCursor(parameters: unknown, { position, key }: PagePosition): string {
  return Buffer.from(JSON.stringify([fingerprint(parameters), position, key])).toString('base64url');
}

/** @throws Refusal for a cursor of another query. */
export function readCursor(parameters: unknown, cursor: string): PagePosition {
  const content = cursorContent.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!content.success) throw new Refusal('INVALID_CURSOR', 'The cursor is not one of ours');
  const [of, position, key] = content.data;
  if (of !== fingerprint(parameters)) throw new Refusal('INVALID_CURSOR', 'The cursor belongs to another query');
  return { position, key };
}

function fingerprint(parameters: unknown): string {
  return createHash('sha256').update(JSON.stringify(parameters)).digest('base64url').slice(0, 16);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
