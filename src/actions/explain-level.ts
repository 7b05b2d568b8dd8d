import * as z from 'zod';
import { SYSTEM } from '../audit/event';
import { translatedNames } from '../classification/level-language';
import { findLevel } from '../classification/level-store';
import { parsePageLevel, readPageRows } from '../classification/page-level-store';
import { readPageFindings } from '../findings/lists/page-findings';
import { parseScan } from '../findings/scan/scan-store';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import type { Action } from './action';
import { chatContext, optionalPageIdInput, requirePageId } from './inputs';
import { nameOf, requiredLevelName } from './level-name';
import { linkTo, openPage } from './seen-page';

const input = z.object({ pageId: optionalPageIdInput, context: chatContext });

interface Explanation {
  readonly pageId: string;
  readonly link: string;
  readonly translatedNames: ReturnType<typeof translatedNames>;
  /** With the sub-level. null = the page has no level. */
  readonly levelName: string | null;
  readonly description: string | null;
  readonly subLevelDescription: string | null;
  /** How people must handle the page. */
  readonly guideline: string | null;
  /** How the page got its level. No person is named. */
  readonly setBy: 'a person' | 'the app' | null;
  readonly method: string | null;
  /** ISO 8601 */
  readonly since: string | null;
  /** For people who can edit the page. null = the page has the level that its findings require. */
  readonly requiredLevelName?: string | null;
}

/** Explains the level of a page and how people must handle the page. */
export const explainLevel: Action<z.output<typeof input>, Explanation> = {
  name: 'explain-level',
  effect: 'read',
  input,
  cost: { key: 1, host: POINTS_OF_A_PAGE },
  run: async (request, inputs) => {
    const { storage, confluence, now } = request;
    const pageId = requirePageId(inputs);
    const { page, levels, rows } = await openPage(request, pageId, readPageRows);
    const { record } = parsePageLevel(pageId, rows.row);
    const scan = page.mayUpdate ? parseScan(pageId, rows.scan).record : undefined;
    const findings = scan && (await readPageFindings({ rows: storage, confluence, now }, pageId, scan));
    const level = record && findLevel(levels, record.levelId);
    const subLevel = level?.subLevels.find(({ subLevelId }) => subLevelId === record?.subLevelId);
    return {
      pageId,
      link: linkTo(page),
      translatedNames: translatedNames(levels),
      levelName: nameOf(levels, record),
      description: level?.description ?? null,
      subLevelDescription: subLevel?.description ?? null,
      guideline: level?.guideline ?? null,
      setBy: record === undefined ? null : record.classifierId === SYSTEM ? 'the app' : 'a person',
      method: record?.method ?? null,
      since: record?.classificationDate ?? null,
      ...(page.mayUpdate && {
        requiredLevelName: findings === undefined ? null : requiredLevelName(levels, findings, page, record, now),
      }),
    };
  },
};
