import * as z from 'zod';
import { findLevel, type Levels } from '../../classification/level-store';
import { METHODS, type PageLevelRecord } from '../../classification/model';
import type { Page } from '../../classification/page-lookup';

/** How the level of a page looks in answers. */
export const pageLevelBody = z
  .strictObject({
    pageId: z.string(),
    spaceId: z.string().meta({ description: 'The space that the page is in now.' }),
    ownerId: z.string().nullable().meta({ description: "The accountId of the page's owner." }),
    levelId: z.uuid(),
    levelName: z.string().nullable(),
    subLevelId: z.uuid().nullable(),
    subLevelName: z.string().nullable(),
    classifierId: z
      .string()
      .meta({ description: 'The accountId of whoever is accountable: for an API key, its creator.' }),
    classificationDate: z.iso
      .datetime({ precision: 3 })
      .meta({ description: 'When the page got this level: ISO 8601, UTC, milliseconds.' }),
    method: z.enum(METHODS).meta({ description: 'How the page got this level. More values may come.' }),
    apiKeyId: z.string().nullable().meta({ description: 'The id of the API key that set it, if one did.' }),
    pageVersion: z.int().meta({ description: 'The version that the page had when it got this level.' }),
  })
  .meta({ id: 'PageLevel', description: 'The classification level of a page.' });

export function toPageLevelBody(
  page: Pick<Page, 'pageId' | 'spaceId' | 'ownerId'>,
  record: PageLevelRecord,
  levels: Levels,
): z.infer<typeof pageLevelBody> {
  const level = findLevel(levels, record.levelId);
  return {
    pageId: page.pageId,
    spaceId: page.spaceId,
    ownerId: page.ownerId,
    levelId: record.levelId,
    levelName: level?.name ?? null,
    subLevelId: record.subLevelId ?? null,
    subLevelName: level?.subLevels.find(({ subLevelId }) => subLevelId === record.subLevelId)?.name ?? null,
    classifierId: record.classifierId,
    classificationDate: record.classificationDate,
    method: record.method,
    apiKeyId: record.apiKeyId ?? null,
    pageVersion: record.pageVersion,
  };
}

export function etagOf(record: PageLevelRecord): string {
  return `"p${record.rev}"`;
}

export const PAGE_LEVEL_EXAMPLE = {
  pageId: '164001',
  spaceId: '98306',
  ownerId: '712020:11111111-2222-4333-8444-555555555555',
  levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81',
  levelName: 'Restricted',
  subLevelId: '0c8f2b34-7a9d-5b1e-8f60-3e5d4c2b1a09',
  subLevelName: 'Finance',
  classifierId: '712020:11111111-2222-4333-8444-555555555555',
  classificationDate: '2026-11-21T09:30:00.000Z',
  method: 'REST_API',
  apiKeyId: '0123456789q4n2m5',
  pageVersion: 3,
};
