import type { AlertsChange, Rule } from '../../src/alerts/alert-rules';
import type { AlertRule } from '../../src/alerts/conditions';

/** The rules for alerts of a site: all are off, but these. */
export function alertRules(on: Partial<Record<AlertRule, Rule>> = {}): AlertsChange['rules'] {
  const off: Rule = { isOn: false, accountIds: [], when: 'at-once' };
  return {
    ...{ critical: off, leaked: off, weakened: off, expiring: off, late: off, failed: off },
    ...{ 'open-to-anyone': off, 'exception-ending': off },
    'below-required': { ...off, days: 14 },
    'over-exposed': { ...off, days: 7 },
    ...on,
  };
}
