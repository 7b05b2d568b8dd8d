import * as z from 'zod';
import { findLevel, type Levels } from '../../classification/level-store';
import { METHODS } from '../../classification/model';
import { type LevelChangeEntry, readPageHistory } from '../../classification/page-history';
import * as fields from '../fields';
import { readParameters, readQuery } from '../middleware/input';
import { requireReadable } from '../page-access';
import { listAnswer, PAGE_HEADERS, pageOf } from '../paging';
import type { Route } from '../route';
import { PAGE_LEVEL_EXAMPLE } from './page-level-schemas';

const pathParameters = z.strictObject({ pageId: fields.pageId });
const query = z.strictObject({ limit: fields.limit, cursor: fields.cursor });

const side = (what: string) =>
  z
    .strictObject({
      levelId: z.uuid(),
      levelName: z.string().nullable(),
      subLevelId: z.uuid().nullable(),
      subLevelName: z.string().nullable(),
    })
    .nullable()
    .meta({ description: `${what}; null = none. Names are those of today.` });

const changeBody = z
  .strictObject({
    changeId: z.uuid(),
    pageId: z.string(),
    revision: z.int().meta({ description: 'The changes of a page are numbered, beginning with 1.' }),
    changedAt: z.iso.datetime({ precision: 3 }),
    previous: side('The level that the page had'),
    current: side('The level that the page got'),
    classifierId: z
      .string()
      .meta({ description: 'The accountId of whoever is accountable: for an API key, its creator.' }),
    method: z.enum(METHODS).meta({ description: 'How it came about. More values may come.' }),
    apiKeyId: z.string().nullable(),
    pageVersion: z.int().meta({ description: 'The version that the page had then.' }),
    justification: z.string().nullable().meta({ description: 'Why, where somebody said so.' }),
  })
  .meta({ id: 'PageLevelChange', description: 'One change of the level of a page.' });

const answer = pageOf(changeBody).meta({ id: 'PageLevelHistory' });

const { levelId, levelName, subLevelId, subLevelName, classifierId, method, apiKeyId, pageVersion } =
  PAGE_LEVEL_EXAMPLE;

const scope = 'classification::read';

export const listPageLevelHistory: Route = {
  method: 'GET',
  path: '/v1/page-level/by-page/:pageId/history',
  operationId: 'listPageLevelHistory',
  summary: 'List what became of the level of a page',
  description:
    'Every change of the level, the newest first: from which level to which, when, who is accountable, how, and through which key. Changes of the last seconds may be missing. A page may be short and still have a next one.',
  scope,
  pathParameters,
  query,
  success: {
    status: 200,
    description: 'A page of the changes.',
    schema: answer,
    example: {
      results: [
        {
          changeId: '7d5c1c62-53c6-4c0e-8f4e-1f0f7c8f5b1a',
          pageId: PAGE_LEVEL_EXAMPLE.pageId,
          revision: 1,
          changedAt: PAGE_LEVEL_EXAMPLE.classificationDate,
          previous: null,
          current: { levelId, levelName, subLevelId, subLevelName },
          classifierId,
          method,
          apiKeyId,
          pageVersion,
          justification: null,
        },
      ],
      _links: {},
    },
    headers: PAGE_HEADERS,
  },
  problems: ['INVALID_CURSOR', 'EXPIRED_CURSOR', 'PAGE_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { pageId } = readParameters(parameters, pathParameters);
    const { limit, cursor } = readQuery(exchange, query);
    const question = [listPageLevelHistory.operationId, pageId];
    return {
      run: async (request) => {
        const { cursors, storage, now, levels } = request;
        const after = cursor === undefined ? undefined : cursors.read(cursor, question);
        await requireReadable(request, scope, pageId, false);
        const { items, next } = await readPageHistory(storage, { pageId, now, after, limit });
        const results = items.map((entry) => toChangeBody(entry, levels));
        return listAnswer(exchange, results, next && cursors.write(next, question));
      },
    };
  },
};

function toChangeBody(entry: LevelChangeEntry, levels: Levels): z.infer<typeof changeBody> {
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
  if (levelId === undefined) return null;
  const level = findLevel(levels, levelId);
  return {
    levelId,
    levelName: level?.name ?? null,
    subLevelId: subLevelId ?? null,
    subLevelName: level?.subLevels.find((one) => one.subLevelId === subLevelId)?.name ?? null,
  };
}
