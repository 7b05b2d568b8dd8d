import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { ContentType, OfContent } from '../classification/content-type';
import { levelWithSubLevel } from '../classification/level-name';
import { findLevel, type Levels } from '../classification/level-store';
import type { Level, PageLevelRecord } from '../classification/model';
import type { StoredPageLevel } from '../classification/page-level-store';
import { isOffIn } from '../classification/settings';
import { macMatches } from '../keys/key-secrets';
import { iconOf, NEUTRAL_ICON } from './level-icon';
import type { MirrorKey } from './mirror-key';

/**
 * The content property that mirrors the level of a page, for the byline, the display condition of the banner, and search.
 * Everyone who may edit a page can write it, so nothing is ever decided from it (docs/adr/0042).
 */

/** The value of the property. Display conditions compare strings, so `banner` is one. */
export interface LevelProperty {
  readonly v: 1;
  readonly pageId: string;
  /** The text, tooltip and icon of the byline. */
  readonly title: string;
  readonly tooltip: string;
  /** A data URL. */
  readonly icon: string;
  /** The indexed members. Omitted for pages without a level, and where classification is off. */
  readonly levelKey?: string;
  /** 1 = the least sensitive level of the site. */
  readonly rank?: number;
  /** When the page was classified: ISO 8601. */
  readonly at?: string;
  /** The revision of the page's row; 0 = the page never had a level. */
  readonly rev: number;
  readonly banner: 'true' | 'false';
  /** base64url */
  readonly mac: string;
}

interface MirroredPage extends OfContent {
  readonly pageId: string;
  readonly stored: Pick<StoredPageLevel, 'revision' | 'record'>;
  /** Undefined if it is unknown. The page then counts as one where classification is on. */
  readonly spaceId: string | undefined;
}

/** Returns the value that the property of a page must have. */
export function levelProperty(
  { pageId, stored, spaceId, contentType }: MirroredPage,
  levels: Levels,
  key: MirrorKey,
): LevelProperty {
  const isOff = spaceId !== undefined && isOffIn(levels.settings, spaceId);
  const rev = stored.revision === 'absent' ? 0 : stored.revision;
  const members = { v: 1, pageId, ...(isOff ? OFF : membersOf(stored.record, levels, contentType)), rev } as const;
  return { ...members, mac: macOf(members, key).toString('base64url') };
}

/** The text, tooltip and icon of the byline. */
export type BylineText = Pick<LevelProperty, 'title' | 'tooltip' | 'icon'>;

/** For pages whose level is not known. */
export const NEUTRAL_BYLINE: BylineText = {
  title: 'Classification',
  tooltip: 'Classification level',
  icon: NEUTRAL_ICON,
};

/** For pages in a space where classification is off. */
export const OFF_BYLINE: BylineText = { ...NEUTRAL_BYLINE, tooltip: 'Classification is off in this space' };

const OFF = { ...OFF_BYLINE, banner: 'false' } as const;

const NOT_CLASSIFIED = {
  title: 'Not classified',
  tooltip: 'This page has no classification level',
  icon: NEUTRAL_ICON,
  banner: 'false',
} as const;

const POST_NOT_CLASSIFIED = { ...NOT_CLASSIFIED, tooltip: 'This blog post has no classification level' } as const;

/** A level that the configuration does not have. */
const UNKNOWN_LEVEL = { ...NEUTRAL_BYLINE, banner: 'false' } as const;

/** The byline of a page in a space where classification is on. */
export function bylineOf(
  record: PageLevelRecord | undefined,
  levels: Levels,
  { contentType }: { readonly contentType?: ContentType | undefined },
): BylineText {
  const { title, tooltip, icon } = membersOf(record, levels, contentType);
  return { title, tooltip, icon };
}

function membersOf(record: PageLevelRecord | undefined, levels: Levels, contentType: ContentType | undefined) {
  if (record === undefined) return contentType === 'blogpost' ? POST_NOT_CLASSIFIED : NOT_CLASSIFIED;
  const level = findLevel(levels, record.levelId);
  if (level === undefined) return UNKNOWN_LEVEL;
  return {
    title: levelWithSubLevel(level, record.subLevelId),
    ...membersOfLevel(level, levels),
    at: record.classificationDate,
  };
}

/** The members that are the same for all pages of a level. */
export function membersOfLevel(level: Level, levels: Levels) {
  return {
    tooltip: tooltipOf(level),
    icon: iconOf(level.color),
    banner: level.banner === undefined ? 'false' : 'true',
    levelKey: level.levelKey,
    rank: rankOf(levels, level),
  } as const;
}

/** The first sentence of the description, at most 200 characters. */
function tooltipOf({ name, description }: Level): string {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|\n/);
  if (sentence === '') return name;
  const [beginning = ''] = /^.{0,199}/u.exec(sentence) ?? [];
  return beginning.length + 1 >= sentence.length ? sentence : `${beginning}…`;
}

/** A higher rank is more sensitive. Archived levels count, because pages can still have them. */
export function rankOf({ all }: Levels, level: Level): number {
  return all.filter(({ order }) => order > level.order).length + 1;
}

/** The members of a value that was read. Values with nested members, which may be very deep, are never from the app. */
export type FlatValue = z.infer<typeof flatValue>;

const flatValue = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** @returns undefined if the app cannot have written this value */
export function readFlatValue(value: unknown): FlatValue | undefined {
  return flatValue.safeParse(value).data;
}

/** Identifies a value of the property. */
export function hashOf(property: FlatValue | LevelProperty): string {
  return createHash('sha256').update(canonicalJson(property)).digest('base64url');
}

/** Returns who wrote a value: the app for this page, the app for another page, or another author without a valid MAC. */
export function authorOf(
  { mac, ...members }: FlatValue,
  pageId: string,
  key: MirrorKey,
): 'app' | 'app-for-other-page' | 'other' {
  if (typeof mac !== 'string' || !macMatches(mac, macOf(members, key))) return 'other';
  return members['pageId'] === pageId ? 'app' : 'app-for-other-page';
}

function macOf(members: object, key: MirrorKey): Buffer {
  return createHmac('sha256', key.bytes).update(canonicalJson(members)).digest();
}

/** Equal values have equal texts, whatever the order of their members. */
function canonicalJson(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
