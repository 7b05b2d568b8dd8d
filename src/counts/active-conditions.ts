import { createHash } from 'node:crypto';
import type { Levels } from '../classification/level-store';
import type { SeveritySettings } from '../detection/configuration/effective-detection';
import type { DetectionConfig } from '../detection/configuration/model';
import { isActive } from '../findings/exclusions/model';
import type { ShownBy } from '../findings/exclusions/shown-status';

/** Change this when a page with findings counts in more counters. The pages with findings are then counted again. */
export const COUNTED = '2';

interface Conditions extends ShownBy {
  readonly config: DetectionConfig;
  readonly levels: Levels;
}

/**
 * Identifies the active exclusions, the observed detectors, the severities, and the rules with the levels that they can require.
 * It also changes when an exclusion expires, and when a detector is turned on.
 */
export function activeConditions({ exclusions, observed, config, levels, now }: Conditions): string {
  const ids = exclusions.filter((one) => isActive(one, now)).map(({ exclusionId }) => exclusionId);
  const hidden = [...observed].map(([detectorId, exceptIn]) => [detectorId, ...exceptIn].join(':'));
  const all = [...ids, ...hidden, ...severitiesIn(config), ...rulesIn(config, levels)];
  if (all.length === 0) return COUNTED;
  return createHash('sha256')
    .update([COUNTED, ...all.toSorted()].join(' '))
    .digest('base64url')
    .slice(0, 22);
}

/** The rules, and what decides which level they require in a space. */
function rulesIn({ rules }: DetectionConfig, { all, settings }: Levels): readonly string[] {
  if (rules.length === 0) return [];
  const { schemeId, schemes, spaces, ownSpaces, delegated } = settings;
  const order = all.map(({ levelId, status }) => [levelId, status]);
  return [JSON.stringify([rules, order, schemeId, schemes, spaces, ownSpaces, delegated])];
}

/** Every setting of a severity, and the spaces that use the schemes with some. */
function severitiesIn({ detectors, custom, schemes, spaces }: SeveritySettings): readonly string[] {
  const textsOf = (place: string, settings: SeveritySettings['detectors']) =>
    Object.entries(settings).flatMap(([id, { severity }]) =>
      severity === undefined ? [] : [`${place}${id}=${severity}`],
    );
  const ofSchemes = schemes.flatMap((scheme) => {
    const texts = textsOf(`${scheme.schemeId}:`, scheme.detectors);
    const users = Object.keys(spaces).filter((spaceId) => spaces[spaceId] === scheme.schemeId);
    return texts.length === 0 ? [] : [...texts, ...users.map((spaceId) => `${spaceId}=${scheme.schemeId}`)];
  });
  const ofCustom = custom.map(({ detectorId, severity }) => `${detectorId}:${severity}`);
  return [...textsOf('', detectors), ...ofCustom, ...ofSchemes];
}
