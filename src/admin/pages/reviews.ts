import * as z from 'zod';
import { readLevels } from '../../classification/level-store';
import type { Level } from '../../classification/model';
import { reviewRule, type ReviewRule } from '../../configuration/governance';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { readReviewRules, REVIEW, setReviewRules } from '../../review/rules';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';

/** Reviews of the levels of pages: the rules by level. */

export interface ReviewRulesView {
  /** The revision of the rules. */
  readonly rev: number;
  /** The levels that can be set or have a rule, in their order. */
  readonly levels: readonly ReviewedLevel[];
}

interface ReviewedLevel extends Pick<Level, 'levelId' | 'name'> {
  readonly isArchived: boolean;
  /** Omitted: pages of the level are never due by a rule. */
  readonly rule?: ReviewRule;
}

export const getReviewRules = operation(noInput, (request) => readView(request));

async function readView({ storage, installationId }: AdminRequest): Promise<ReviewRulesView> {
  const [levels, { rules, revision }] = await awaitAll([
    readLevels(storage, installationId),
    readReviewRules(storage),
  ] as const);
  return {
    rev: revision,
    levels: levels.all
      .map(({ levelId, name, status }) => ({
        ...{ levelId, name, isArchived: status === 'ARCHIVED' },
        ...definedOf({ rule: rules[levelId] }),
      }))
      .filter(({ isArchived, rule }) => !isArchived || rule !== undefined),
  };
}

/** Replaces the rules of all levels. */
export const editReviewRules = operation(
  z.strictObject({ rev, rules: z.record(z.uuid(), reviewRule) }),
  async (request, { rev, rules }) => {
    const levels = await readLevels(request.storage, request.installationId);
    await changeAsAdmin(request, REVIEW, rev, setReviewRules(levels, rules));
    return readView(request);
  },
);
