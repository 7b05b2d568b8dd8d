import * as z from 'zod';
import type { AuditSubject, AuditType } from '../../audit/event';
import type { LevelEdit, SubLevelPlace } from '../../classification/edit-levels';
import type { Level, SubLevel } from '../../classification/model';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeLevelsWithKey, etagOfLevels, requireLevel, requireSubLevel } from '../configuration-access';
import type { Exchange } from '../exchange';
import * as fields from '../fields';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import { Problem } from '../problem';
import type { Prepared } from '../route';
import { toLevelBody, toSubLevelBody } from './level-schemas';

/** The operations on one level or sub-level, which the path identifies. Each returns it after the change. */

export const levelPath = z.strictObject({ levelId: fields.levelInPath });
export const subLevelPath = z.strictObject({ levelId: fields.levelInPath, subLevelId: fields.subLevelInPath });

export function changeOneLevel(
  exchange: Exchange,
  parameters: Readonly<Record<string, string>>,
  type: AuditType,
  edit: (all: readonly Level[], level: Level) => LevelEdit,
  status: 200 | 204 = 200,
  toBody: (level: Level) => object = toLevelBody,
): Prepared {
  const { levelId } = readParameters(parameters, levelPath);
  return prepareChange(exchange, type, status, (all) => {
    const level = requireLevel(all, levelId);
    return {
      subject: `level:${level.levelId}`,
      edit: (now) => edit(now, level),
      show: (now) => toBody(requireLevel(now, level.levelId)),
    };
  });
}

export function changeOneSubLevel(
  exchange: Exchange,
  parameters: Readonly<Record<string, string>>,
  type: AuditType,
  edit: (
    all: readonly Level[],
    place: SubLevelPlace,
    found: { readonly level: Level; readonly subLevel: SubLevel },
  ) => LevelEdit,
  status: 200 | 204 = 200,
): Prepared {
  const { levelId, subLevelId } = readParameters(parameters, subLevelPath);
  return prepareChange(exchange, type, status, (all) => {
    const level = requireLevel(all, levelId);
    const subLevel = requireSubLevel(level, subLevelId);
    const place = { levelId: level.levelId, subLevelId: subLevel.subLevelId };
    return {
      subject: `sublevel:${place.subLevelId}`,
      edit: (now) => edit(now, place, { level, subLevel }),
      show: (now) => {
        const changed = requireLevel(now, place.levelId);
        return toSubLevelBody(changed, requireSubLevel(changed, place.subLevelId));
      },
    };
  });
}

/**
 * The key of a sub-level without the key of its level: `finance` for `restricted/finance`.
 * @throws Problem 400 if the prefix is the key of another level
 */
export function ownKey({ levelKey }: Level, sent: string | undefined): string | undefined {
  const [first, second] = sent?.split('/') ?? [];
  if (second === undefined) return first;
  if (first === levelKey) return second;
  const title = 'subLevelKey begins with the key of another level';
  const detail = 'Send the key of the sub-level alone.';
  throw new Problem('INVALID_FIELD', { errors: [{ code: 'INVALID_FIELD', title, detail, pointer: '#/subLevelKey' }] });
}

interface Plan {
  readonly subject: AuditSubject;
  readonly edit: (all: readonly Level[]) => LevelEdit;
  /** The body of the response, from the levels after the change. */
  readonly show: (all: readonly Level[]) => object;
}

function prepareChange(
  exchange: Exchange,
  type: AuditType,
  status: 200 | 204,
  find: (all: readonly Level[]) => Plan,
): Prepared {
  const condition = writeCondition(exchange);
  return {
    points: POINTS_OF_A_PERSON,
    run: async (request) => {
      let show: Plan['show'] = () => ({});
      const plan = (all: readonly Level[]) => {
        const found = find(all);
        ({ show } = found);
        return found;
      };
      const levels = await changeLevelsWithKey(request, condition, { type, plan });
      if (status === 204) return { status };
      return { status, headers: { ETag: etagOfLevels(levels) }, body: show(levels.all) };
    },
  };
}
