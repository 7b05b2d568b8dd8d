import { isDeepStrictEqual } from 'node:util';
import { LICENSE_ROW, parseLicense } from '../capabilities/license';
import { ABSENT_ROW } from '../platform/storage';
import { FAILED_PARTS_ROW, parseFailedParts, recordPart } from '../upkeep/failed-parts';
import { type Alerts, ALERTS_ROW, alertsOf } from './alert-rules';
import { ALERT_STATE_ROW } from './alert-state';
import { ALERT_RULES } from './conditions';
import { type CountAlerts, countAlerts } from './count-alerts';
import { type WriteAlerts, writeAlerts } from './write-alerts';

/**
 * Counts what is new and writes the comments that are due (docs/adr/0124). Scheduled triggers call it. One read while no rule is on.
 * @throws StorageUnavailableError, CorruptRecordError: the next run continues
 */
export async function runAlerts(context: CountAlerts & WriteAlerts): Promise<void> {
  const { storage, now } = context;
  const [row = ABSENT_ROW, license = ABSENT_ROW, failed = ABSENT_ROW] = await storage.readMany([
    ALERTS_ROW,
    LICENSE_ROW,
    FAILED_PARTS_ROW,
  ]);
  const alerts = alertsOf(ALERTS_ROW.parse(row));
  const isAnyOn = ALERT_RULES.some((name) => alerts.rules[name].isOn);
  if (isAnyOn && parseLicense(license, now) !== 'inactive') await countAndWrite(context, alerts);
  if (parseFailedParts(failed).some(({ part }) => part === 'alerts')) await recordPart(storage, 'alerts', 'done', now);
}

async function countAndWrite(context: CountAlerts & WriteAlerts, alerts: Alerts): Promise<void> {
  const { storage } = context;
  const { revision, value } = await ALERT_STATE_ROW.read(storage);
  const next = await countAlerts(context, alerts, value);
  // If another run counts the same events, it also writes the comments.
  if (!isDeepStrictEqual(next, value) && (await ALERT_STATE_ROW.save(storage, revision, next)) === 'conflict') return;
  await writeAlerts(context, alerts);
}
