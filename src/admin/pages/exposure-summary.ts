import type { Levels } from '../../classification/level-store';
import type { Level } from '../../classification/model';
import type { NOT_MEASURED } from '../../exposure/audience';
import type { SiteExposure, VerdictNumbers } from '../../exposure/reads';
import type { ExposureRule } from '../../configuration/governance';
import { endingIn } from '../../exposure/rules';
import type { Missing } from '../../exposure/store';
import { definedOf } from '../../platform/defined-of';

/** The numbers of exposure for the overview and for its own page. */

export interface ExposureSummary {
  /** The levels that can be set or have a rule, in their order. */
  readonly levels: readonly ExposureLevel[];
  /** The spaces with pages of levels with a rule, and those of them that were measured. */
  readonly measuredSpaces: number;
  readonly allSpaces: number;
  readonly asOf?: { readonly oldest: string; readonly latest: string };
  /** Pages of levels with a rule in spaces that anyone can view, at most. */
  readonly openPages: number;
  /** The pages over their rule that an exception covers now. */
  readonly exceptedPages: number;
  /** The exceptions that end within seven days. */
  readonly endingExceptions: number;
  /** The facts that the site does not let the app read. */
  readonly missing: readonly Missing[];
  readonly notMeasured: typeof NOT_MEASURED;
}

export interface ExposureLevel extends Pick<Level, 'levelId' | 'name' | 'color'> {
  readonly rule?: ExposureRule;
  /** Omitted: the level has no rule. */
  readonly pages?: VerdictNumbers;
  /** Follows a level of Atlassian, so a policy of Atlassian Guard can apply. */
  readonly isNative: boolean;
  readonly isArchived: boolean;
}

export function summaryOf(site: SiteExposure, levels: Levels, now: Date): ExposureSummary {
  const { exposure, excepted, measuredSpaces, allSpaces, asOf, missing, notMeasured, openToAnyone, byLevel } = site;
  return {
    ...{ measuredSpaces, allSpaces, missing, notMeasured, ...definedOf({ asOf }) },
    levels: levels.all.flatMap(({ levelId, name, color, status, nativeId }): readonly ExposureLevel[] => {
      const rule = exposure.rules[levelId];
      const isArchived = status === 'ARCHIVED';
      if (isArchived && rule === undefined) return [];
      const isNative = levels.settings.followsNativeLevels === true && nativeId !== undefined;
      return [{ levelId, name, color, isNative, isArchived, ...definedOf({ rule, pages: byLevel[levelId] }) }];
    }),
    openPages: Object.values(openToAnyone).reduce((sum, pages) => sum + pages, 0),
    exceptedPages: excepted,
    endingExceptions: endingIn(exposure, now).length,
  };
}
