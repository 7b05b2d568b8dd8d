import * as z from 'zod';
import { includesScope } from '../../access/scope';
import { withoutFindings } from '../../classification/evidence';
import type { Levels } from '../../classification/level-store';
import { METHODS } from '../../classification/model';
import type { LevelChangeEntry } from '../../classification/level-history';
import { rightsOf } from '../../keys/key-rights';
import type { AuthorizedRequest } from '../route';
import { contentType, levelNames, namesOf, PAGE_LEVEL_EXAMPLE } from './page-level-schemas';

/** Level changes of pages in responses. */

const side = (what: string) =>
  z
    .strictObject(levelNames)
    .nullable()
    .meta({ description: `${what}. null = none. Names are current names.` });

export const changeBody = z
  .strictObject({
    changeId: z.uuid(),
    pageId: z.string(),
    contentType,
    revision: z.int().meta({ description: 'The number of the change. The changes of a page start at 1.' }),
    changedAt: z.iso.datetime({ precision: 3 }),
    previous: side('The previous level'),
    current: side('The new level'),
    classifierId: z.string().meta({
      description: 'The accountId of the accountable person: the creator, for an API key; `system` for the app itself.',
    }),
    method: z.enum(METHODS).meta({ description: 'How the level was changed. More values may be added.' }),
    apiKeyId: z.string().nullable(),
    pageVersion: z.int().meta({ description: 'The version of the page at that time.' }),
    justification: z.string().nullable().meta({
      description:
        'The given reason, if any. For automatic changes: the findings on the page, for keys with `detection::read`.',
    }),
  })
  .meta({ id: 'PageLevelChange', description: 'One change of the level of a page.' });

/** A change as the key of the request can see it. Only keys that may read findings see the page's findings. */
export function toChangeBody(
  { key, levels }: Pick<AuthorizedRequest, 'key' | 'levels'>,
  change: LevelChangeEntry,
): z.infer<typeof changeBody> {
  const mayReadFindings = includesScope(rightsOf(key.record).scopes, 'detection::read');
  const entry = mayReadFindings ? change : withoutFindings(change);
  return {
    changeId: entry.changeId,
    pageId: entry.pageId,
    contentType: entry.contentType ?? 'page',
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
  contentType: PAGE_LEVEL_EXAMPLE.contentType,
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
