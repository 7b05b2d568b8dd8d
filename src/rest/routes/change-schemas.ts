import * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { METHODS } from '../../classification/model';
import type { LevelChangeEntry } from '../../classification/page-history';
import { levelNames, namesOf, PAGE_LEVEL_EXAMPLE } from './page-level-schemas';

/** How a change of a page's level looks in answers. */

const side = (what: string) =>
  z
    .strictObject(levelNames)
    .nullable()
    .meta({ description: `${what}; null = none. Names are those of today.` });

export const changeBody = z
  .strictObject({
    changeId: z.uuid(),
    pageId: z.string(),
    revision: z.int().meta({ description: 'The changes of a page are numbered, beginning with 1.' }),
    changedAt: z.iso.datetime({ precision: 3 }),
    previous: side('The level that the page had'),
    current: side('The level that the page got'),
    classifierId: z.string().meta({
      description: 'The accountId of whoever is accountable: for an API key, its creator; `system` for the app itself.',
    }),
    method: z.enum(METHODS).meta({ description: 'How it came about. More values may come.' }),
    apiKeyId: z.string().nullable(),
    pageVersion: z.int().meta({ description: 'The version that the page had then.' }),
    justification: z.string().nullable().meta({ description: 'Why, where somebody said so.' }),
  })
  .meta({ id: 'PageLevelChange', description: 'One change of the level of a page.' });

export function toChangeBody(entry: LevelChangeEntry, levels: Levels): z.infer<typeof changeBody> {
  return {
    changeId: entry.changeId,
    pageId: entry.pageId,
    revision: entry.pageRev,
    changedAt: entry.changedAt,
    previous: named(levels, entry.previousLevelId, entry.previousSubLevelId),
    current: named(levels, entry.levelId, entry.subLevelId),
    classifierId: entry.classifierId,
    method: entry.method,
    apiKeyId: entry.apiKeyId ?? null,
    pageVersion: entry.pageVersion,
    justification: entry.justification ?? null,
  };
}

function named(levels: Levels, levelId: string | undefined, subLevelId: string | undefined) {
  return levelId === undefined ? null : namesOf(levels, levelId, subLevelId);
}

const {
  levelId,
  levelKey,
  levelName,
  subLevelId,
  subLevelKey,
  subLevelName,
  classifierId,
  method,
  apiKeyId,
  pageVersion,
} = PAGE_LEVEL_EXAMPLE;

export const CHANGE_EXAMPLE = {
  changeId: '7d5c1c62-53c6-4c0e-8f4e-1f0f7c8f5b1a',
  pageId: PAGE_LEVEL_EXAMPLE.pageId,
  revision: 1,
  changedAt: PAGE_LEVEL_EXAMPLE.classificationDate,
  previous: null,
  current: { levelId, levelKey, levelName, subLevelId, subLevelKey, subLevelName },
  classifierId,
  method,
  apiKeyId,
  pageVersion,
  justification: null,
};
