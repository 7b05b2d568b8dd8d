import * as z from 'zod';
import type { TargetLevel } from '../../access/decide';
import { auditRow } from '../../audit/event';
import { findLevel, type Levels } from '../../classification/level-store';
import type { PageLevelRecord } from '../../classification/model';
import type { Page } from '../../classification/page-lookup';
import {
  commitLevelChange,
  type LevelChange,
  readPageLevelRow,
  recordAfter,
  type StoredPageLevel,
  wasCommitted,
} from '../../classification/page-level-store';
import type { ApiKey } from '../../keys/model';
import type { Row } from '../../platform/storage';
import { together } from '../../platform/together';
import * as fields from '../fields';
import { readBody } from '../middleware/input';
import { levelOfSeen, readPageAsCreator, requireAllowed } from '../page-access';
import { Problem } from '../problem';
import type { RestResult } from '../response';
import type { AuthorizedRequest, Route } from '../route';
import { etagOf, PAGE_LEVEL_EXAMPLE, pageLevelBody, toPageLevelBody } from './page-level-schemas';

const body = z
  .strictObject({
    pageId: fields.pageId,
    levelId: fields.uuidInput.meta({ description: 'The UUID of the level.', examples: [PAGE_LEVEL_EXAMPLE.levelId] }),
    subLevelId: fields.uuidInput
      .nullish()
      .transform((subLevelId) => subLevelId ?? undefined)
      .meta({ description: 'The UUID of one of the sub-levels of the level; left out or null = none.' }),
  })
  .meta({ id: 'SetPageLevel' });

type Body = z.infer<typeof body>;

const answer = pageLevelBody
  .extend({
    changed: z.boolean().meta({ description: 'false = the page had this level already; nothing was written.' }),
  })
  .meta({ id: 'PageLevelSet', description: 'The classification level of a page after it was set.' });

export const setPageLevel: Route = {
  method: 'POST',
  path: '/v1/page-level',
  operationId: 'setPageLevel',
  summary: 'Set the level of a page',
  description:
    'Gives the page this level, whatever it had before. Setting the level that it has already is a success as well, with `changed: false` and no entry in its history; so it is safe to send a request again.',
  scope: 'classification::write',
  body: { schema: body, example: { pageId: PAGE_LEVEL_EXAMPLE.pageId, levelId: PAGE_LEVEL_EXAMPLE.levelId } },
  success: {
    status: 201,
    description: 'The page has the level.',
    schema: answer,
    example: { ...PAGE_LEVEL_EXAMPLE, changed: true },
    headers: { ETag: 'Changes when the level changes.', Location: 'Where the level of the page can be read.' },
  },
  problems: [
    'PAGE_NOT_FOUND',
    'LEVEL_NOT_FOUND',
    'SUBLEVEL_NOT_IN_LEVEL',
    'LEVEL_ARCHIVED',
    'LEVEL_OUTSIDE_KEY_LIMIT',
    'PAGE_NOT_EDITABLE',
    'EDIT_CONFLICT',
  ],
  prepare: (exchange) => {
    const wanted = readBody(exchange, body);
    return { pageId: wanted.pageId, run: (request) => setLevel(request, wanted) };
  },
};

/** How often a lost race is decided anew. */
const MAX_ATTEMPTS = 3;

/** Everything that a decision rests on and that others may change meanwhile. */
interface Facts {
  readonly key: ApiKey;
  readonly row: Row;
  readonly page: Page | 'hidden';
}

async function setLevel(request: AuthorizedRequest, wanted: Body): Promise<RestResult> {
  // One id for all attempts, so that an attempt that did take place, though it looked lost, is recognised.
  const changeId = request.random.uuid();
  let facts: Facts = {
    key: request.key,
    row: request.pageLevelRow,
    page: await readPageAsCreator(request, wanted.pageId, true),
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const pageLevel = levelOfSeen(facts.page, wanted.pageId, facts.row);
    const page = requireAllowed({
      required: setPageLevel.scope,
      key: facts.key.record,
      page: facts.page,
      record: pageLevel.record,
      target: targetOf(wanted, request.levels),
    });
    const current = pageLevel.record;
    if (current?.levelId === wanted.levelId && current.subLevelId === wanted.subLevelId) {
      return succeed(request, page, current, false);
    }
    const change = changeTo(wanted, page, facts.key, pageLevel, changeId, request.now);
    if ((await commit(request, change, facts.key)) === 'committed')
      return succeed(request, page, recordAfter(change), true);

    const again = await readAgain(request, wanted.pageId, changeId);
    if (again === 'committed') return succeed(request, page, recordAfter(change), true);
    facts = await withRowToExpect(request, wanted.pageId, facts, again);
  }
  throw new Problem('EDIT_CONFLICT', {
    detail: 'Nothing was written. Send the request again.',
    headers: { 'Retry-After': '1' },
  });
}

function targetOf({ levelId, subLevelId }: Body, levels: Levels): TargetLevel {
  const level = findLevel(levels, levelId);
  return {
    levelId,
    levelStatus: level?.status ?? 'unknown',
    subLevelBelongs:
      subLevelId === undefined ||
      (level?.subLevels.some((one) => one.subLevelId === subLevelId && one.status === 'PUBLISHED') ?? false),
  };
}

function changeTo(
  wanted: Body,
  page: Page,
  key: ApiKey,
  pageLevel: StoredPageLevel,
  changeId: string,
  now: Date,
): LevelChange {
  return {
    pageId: wanted.pageId,
    previous: pageLevel,
    next: {
      changeId,
      spaceId: page.spaceId,
      levelId: wanted.levelId,
      ...(wanted.subLevelId === undefined ? {} : { subLevelId: wanted.subLevelId }),
      classifierId: key.record.createdBy,
      classificationDate: now.toISOString(),
      method: 'REST_API',
      apiKeyId: key.keyId,
      pageVersion: page.version,
    },
  };
}

function commit(
  request: AuthorizedRequest,
  change: LevelChange,
  { keyId, record }: ApiKey,
): Promise<'committed' | 'conflict'> {
  const audit = auditRow({
    id: request.random.uuid(),
    type: 'page.level.set',
    time: request.now,
    subject: `page:${change.pageId}`,
    actor: { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name },
    requestId: request.exchange.requestId,
    ...(change.previous.record === undefined ? {} : { before: levelOf(change.previous.record) }),
    after: levelOf(change.next),
  });
  return commitLevelChange(request.storage, change, audit, { entity: 'api-key', key: keyId, expected: record.rev });
}

function levelOf({ levelId, subLevelId }: Pick<PageLevelRecord, 'levelId' | 'subLevelId'>): Record<string, string> {
  return { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
}

/**
 * After a lost race: everything once more.
 * @throws Problem if the key has been revoked, narrowed or has expired meanwhile
 */
async function readAgain(request: AuthorizedRequest, pageId: string, changeId: string): Promise<Facts | 'committed'> {
  const { storage } = request;
  const [keyRow, row, committed, page] = await together([
    storage.read('api-key', request.key.keyId),
    readPageLevelRow(storage, pageId),
    wasCommitted(storage, changeId),
    readPageAsCreator(request, pageId, true),
  ]);
  if (committed) return 'committed';
  return { key: request.verifyAgain(keyRow), row, page };
}

/** Where the condition "there is no row" failed although there is none, puts a row there that a condition can hold on to. */
async function withRowToExpect(
  { storage }: AuthorizedRequest,
  pageId: string,
  before: Facts,
  again: Facts,
): Promise<Facts> {
  const isUnexplained =
    before.row.revision === 'absent' &&
    again.row.revision === 'absent' &&
    before.key.record.rev === again.key.record.rev;
  if (!isUnexplained) return again;
  await storage.placehold('page-level', pageId);
  return { ...again, row: await readPageLevelRow(storage, pageId) };
}

function succeed(
  { exchange, levels }: AuthorizedRequest,
  page: Page,
  record: PageLevelRecord,
  changed: boolean,
): RestResult {
  return {
    status: 201,
    headers: {
      ETag: etagOf(record),
      Location: `${exchange.basePath}/v1/page-level/by-page/${page.pageId}`,
    },
    body: { ...toPageLevelBody(page, record, levels), changed },
  };
}
