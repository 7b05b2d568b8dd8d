import * as z from 'zod';
import { type Levels, readLevels } from '../classification/level-store';
import { NO_SURFACE_SETTINGS, surfaceSettingsOf } from '../classification/settings';
import type { SurfaceSettings } from '../classification/model';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import type { Context } from '../platform/context';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Row } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { SWITCHES_PROPERTY } from './prefix';

/**
 * The switches for byline, banner and menus are a property of the app. The display conditions of manifest.yml read it,
 * and only the app can write it.
 */

/** Without the property, the display conditions behave as with these. */
const switches = z.strictObject({
  byline: z.enum(['mirror', 'viewer', 'off']),
  banner: z.enum(['on', 'off']),
  menus: z.enum(['on', 'off']),
});
type Switches = z.infer<typeof switches>;

/** The switches that were last written. */
export const SWITCHES_ROW = storedDocument(switches, { key: 'mirror-switches', unreadable: 'refused' });

function switchesOf({ byline, banner, menus, bylineNames }: SurfaceSettings): Switches {
  const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');
  const shown = bylineNames === 'viewer' ? 'viewer' : 'mirror';
  return { byline: byline ? shown : 'off', banner: onOrOff(banner), menus: onOrOff(menus) };
}

/** @param row the stored row of the switches. @throws CorruptRecordError */
export function areWritten(row: Pick<Row, 'value'>, { settings }: Levels): boolean {
  const wanted = switchesOf(surfaceSettingsOf(settings));
  const written = SWITCHES_ROW.parse(row) ?? switchesOf(NO_SURFACE_SETTINGS);
  return written.byline === wanted.byline && written.banner === wanted.banner && written.menus === wanted.menus;
}

type SwitchesContext = Pick<Context, 'storage' | 'confluence' | 'installationId'>;

/**
 * Writes the switches if the settings have changed.
 * @throws StorageUnavailableError, HostError, CorruptRecordError: run it again
 */
export async function writeSwitches(context: SwitchesContext): Promise<'done' | 'contended'> {
  const { storage, confluence, installationId } = context;
  const outcome = await retryOnConflict(async () => {
    const row = await storage.read(SWITCHES_ROW.entity, SWITCHES_ROW.key);
    const levels = await readLevels(storage, installationId);
    if (areWritten(row, levels)) return 'done';
    const value = switchesOf(surfaceSettingsOf(levels.settings));
    // An earlier attempt may have written it, and lost its reply.
    const found = await confluence.get(APP, route`/wiki/api/v2/app/properties/${SWITCHES_PROPERTY}`);
    if (JSON.stringify(found.body) !== JSON.stringify(value)) {
      const { status } = await confluence.put(APP, route`/wiki/api/v2/app/properties/${SWITCHES_PROPERTY}`, value);
      if (status < 200 || status > 299)
        throw new HostError('failure', `Confluence returned ${status} for the switches`);
    }
    return (await SWITCHES_ROW.save(storage, row.revision, value)) === 'conflict' ? 'conflict' : 'done';
  });
  return outcome === 'conflict' ? 'contended' : outcome;
}

/**
 * Removes switches that an earlier installation left. Does nothing once this installation has written some.
 * @throws StorageUnavailableError, HostError: run it again
 */
export async function removeOldSwitches({ storage, confluence }: Omit<SwitchesContext, 'installationId'>) {
  const { revision } = await storage.read(SWITCHES_ROW.entity, SWITCHES_ROW.key);
  if (revision === 'absent') await deleteSwitches(confluence);
}

/** Without them, the display conditions have their defaults. @throws HostError */
export async function deleteSwitches(confluence: Confluence): Promise<void> {
  const { status } = await confluence.delete(APP, route`/wiki/api/v2/app/properties/${SWITCHES_PROPERTY}`);
  if (status === 404 || (status >= 200 && status <= 299)) return;
  throw new HostError('failure', `Confluence returned ${status} for the switches`);
}
