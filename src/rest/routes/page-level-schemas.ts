import * as z from 'zod';
import { CONTENT_TYPES } from '../../classification/content-type';
import { findLevel, type Levels } from '../../classification/level-store';
import { METHODS, type PageLevelRecord } from '../../classification/model';
import type { Page } from '../../classification/page-lookup';

/** The current keys and names of a level and a sub-level, as in responses. */
export const levelNames = {
  levelId: z.uuid(),
  levelKey: z.string().nullable(),
  levelName: z.string().nullable(),
  subLevelId: z.uuid().nullable(),
  subLevelKey: z.string().nullable().meta({ description: 'Including the key of its level: `restricted/finance`.' }),
  subLevelName: z.string().nullable(),
};

export function namesOf(levels: Levels, levelId: string, subLevelId: string | undefined) {
  const level = findLevel(levels, levelId);
  const subLevel = level?.subLevels.find((one) => one.subLevelId === subLevelId);
  return {
    levelId,
    levelKey: level?.levelKey ?? null,
    levelName: level?.name ?? null,
    subLevelId: subLevelId ?? null,
    subLevelKey: level && subLevel ? `${level.levelKey}/${subLevel.subLevelKey}` : null,
    subLevelName: subLevel?.name ?? null,
  };
}

/** In responses. */
export const contentType = z
  .enum(CONTENT_TYPES)
  .meta({ description: 'The type of the content. More values may be added.' });

/** The level of a page in responses. */
export const pageLevelBody = z
  .strictObject({
    pageId: z.string(),
    contentType,
    spaceId: z.string().meta({ description: 'The current space of the page.' }),
    ownerId: z.string().nullable().meta({ description: "The accountId of the page's owner. Blog posts have none." }),
    ...levelNames,
    classifierId: z.string().meta({
      description: 'The accountId of the accountable person: the creator, for an API key; `system` for the app itself.',
    }),
    classificationDate: z.iso
      .datetime({ precision: 3 })
      .meta({ description: 'When the level was set: ISO 8601, UTC, with milliseconds.' }),
    method: z.enum(METHODS).meta({ description: 'How the level was set. More values may be added.' }),
    apiKeyId: z.string().nullable().meta({ description: 'The id of the API key that set it, if one did.' }),
    pageVersion: z.int().meta({ description: 'The version of the page when the level was set.' }),
  })
  .meta({ id: 'PageLevel', description: 'The classification level of a page.' });

export function toPageLevelBody(
  page: Pick<Page, 'pageId' | 'contentType' | 'spaceId' | 'ownerId'>,
  record: PageLevelRecord,
  levels: Levels,
): z.infer<typeof pageLevelBody> {
  return {
    pageId: page.pageId,
    contentType: page.contentType ?? 'page',
    spaceId: page.spaceId,
    ownerId: page.ownerId,
    ...namesOf(levels, record.levelId, record.subLevelId),
    classifierId: record.classifierId,
    classificationDate: record.classificationDate,
    method: record.method,
    apiKeyId: record.apiKeyId ?? null,
    pageVersion: record.pageVersion,
  };
}

export const pageWithoutLevel = z.strictObject({
  pageId: z.string(),
  contentType,
  spaceId: z.string(),
  ownerId: z.string().nullable(),
  levelId: z.null(),
  pageVersion: z.int().meta({ description: 'The current version of the page.' }),
});

export function toPageWithoutLevel({
  pageId,
  contentType: type,
  spaceId,
  ownerId,
  version: pageVersion,
}: Pick<Page, 'pageId' | 'contentType' | 'spaceId' | 'ownerId' | 'version'>): z.infer<typeof pageWithoutLevel> {
  return { pageId, contentType: type ?? 'page', spaceId, ownerId, levelId: null, pageVersion };
}

export const PAGE_LEVEL_EXAMPLE = {
  pageId: '164001',
  contentType: 'page' as const,
  spaceId: '98306',
  ownerId: '712020:11111111-2222-4333-8444-555555555555',
  levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81',
  levelKey: 'restricted',
  levelName: 'Restricted',
  subLevelId: '0c8f2b34-7a9d-5b1e-8f60-3e5d4c2b1a09',
  subLevelKey: 'restricted/finance',
  subLevelName: 'Finance',
  classifierId: '712020:11111111-2222-4333-8444-555555555555',
  classificationDate: '2026-11-21T09:30:00.000Z',
  method: 'REST_API',
  apiKeyId: '0123456789q4n2m5',
  pageVersion: 3,
};
