import type { PlatformSwitch } from '../../local/forge/assumptions';
import type { NativeLevelsView } from '../../src/admin/levels/native-levels';
import type { LevelName } from './levels';
import { MIRROR_PEPPERS } from './mirror';
import { openSite, type Site, type SiteOptions } from './site';
import { rowOf, stopScans } from './stored-rows';

/** A site with Atlassian's own classification, and the levels of its pages. */

/** The levels of the simulated organization (local/confluence/native-level-store.ts). */
export const NATIVE = {
  Restricted: 'native-1',
  Confidential: 'native-2',
  Internal: 'native-3',
  Public: 'native-4',
} as const;

export interface NativeSite extends Site {
  readonly key: string;
  readonly switches: Set<PlatformSwitch>;
  /** Runs everything that is due in the next minutes. */
  settle(minutes?: number): Promise<void>;
  pass(ms: number): void;
}

/** Nothing is linked yet. */
export async function openNativeSite(options: Omit<SiteOptions, 'now' | 'assumptions'> = {}): Promise<NativeSite> {
  let nowMs = Date.parse('2026-11-23T10:00:00.000Z');
  const switches = new Set<PlatformSwitch>(['native-levels']);
  const site = openSite({
    peppers: () => MIRROR_PEPPERS,
    ...options,
    now: () => new Date(nowMs),
    assumptions: switches,
  });
  await stopScans(site);
  const { key } = await site.createKey();
  const settle = async (minutes = 2) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      nowMs += 60_000;
      await site.host.background.settle();
    }
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...site, key, switches, settle, pass };
}

/** An operation of the admin area on the native levels. @throws if it is refused */
export async function nativeAdmin(site: Site, operation: string, payload: object = {}): Promise<NativeLevelsView> {
  const result = await site.admin(operation, payload);
  if (result.ok !== true) throw new Error(`${operation}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Links the levels of the same name, creates the one that the app does not have, and follows them. */
export async function followNativeLevels(
  site: Site,
  levelIdOf: (name: LevelName) => string,
): Promise<NativeLevelsView> {
  const { rev } = await nativeAdmin(site, 'getNativeLevels');
  const links = [
    { nativeId: NATIVE.Restricted, levelId: levelIdOf('Highly Restricted') },
    { nativeId: NATIVE.Confidential, levelId: levelIdOf('Restricted') },
    { nativeId: NATIVE.Internal, levelId: levelIdOf('Internal') },
    { nativeId: NATIVE.Public, levelId: levelIdOf('Public') },
  ];
  const linked = await nativeAdmin(site, 'importNativeLevels', { rev, links });
  return nativeAdmin(site, 'changeNativeLevels', { rev: linked.rev, follows: true, byline: true });
}

/** The name of the page's level in Confluence's own classification, as an admin sees it. */
export async function nativeLevelOf(site: Site, pageId: string): Promise<string | undefined> {
  const answer = await site.wiki('GET', `/api/v2/pages/${pageId}/classification-level`);
  if (answer.status === 404) return undefined;
  return ((await answer.json()) as { name: string }).name;
}

export async function setNativeLevel(
  site: Site,
  pageId: string,
  level: keyof typeof NATIVE,
  email = 'editor@example.com',
): Promise<number> {
  const body = { id: NATIVE[level], status: 'current' };
  return (await site.wiki('PUT', `/api/v2/pages/${pageId}/classification-level`, body, email)).status;
}

/** How the last comparison of the page ended. */
export function comparedState(site: Site, pageId: string): unknown {
  return (rowOf(site, 'native-level', pageId)['data'] as { state: unknown }).state;
}
