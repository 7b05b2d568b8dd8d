import type { Settings, SurfaceSettings } from '../../../../src/classification/model';
import { texts } from '../texts';

/** The settings for pages as people see them, in a form and in words. */

export interface SurfacesDraft {
  readonly shown: readonly Part[];
  readonly bylineNames: SurfaceSettings['bylineNames'];
  readonly people: readonly Permission[];
  readonly offSpaceIds: readonly string[];
}

type Part = keyof typeof texts.settings.surfaces.parts;
type Permission = keyof typeof texts.settings.surfaces.may;

export const PARTS = ['byline', 'banner', 'menus'] as const satisfies readonly Part[];
export const PERMISSIONS = ['exclude', 'redact'] as const satisfies readonly Permission[];
export const NAMES = ['site', 'viewer'] as const satisfies readonly SurfaceSettings['bylineNames'][];

/** The limit of the resolver. */
export const MAX_OFF_SPACES = 250;

/** The defaults of the backend. The UI imports only its types. */
const NO_SURFACE_SETTINGS: SurfaceSettings = {
  byline: true,
  banner: true,
  menus: true,
  bylineNames: 'site',
  peopleMayExclude: false,
  peopleMayRedact: false,
  offSpaceIds: [],
};

export function surfacesDraftOf({ surfaces = NO_SURFACE_SETTINGS }: Settings): SurfacesDraft {
  const { bylineNames, peopleMayExclude, peopleMayRedact, offSpaceIds } = surfaces;
  return {
    shown: PARTS.filter((part) => surfaces[part]),
    bylineNames,
    people: PERMISSIONS.filter((one) => (one === 'exclude' ? peopleMayExclude : peopleMayRedact)),
    offSpaceIds,
  };
}

/** The draft as settings for the resolver. */
export function surfacesOf({ shown, bylineNames, people, offSpaceIds }: SurfacesDraft): SurfaceSettings {
  return {
    byline: shown.includes('byline'),
    banner: shown.includes('banner'),
    menus: shown.includes('menus'),
    bylineNames,
    peopleMayExclude: people.includes('exclude'),
    peopleMayRedact: people.includes('redact'),
    offSpaceIds: [...offSpaceIds],
  };
}

export function shownInWords({ shown }: SurfacesDraft): string {
  const { parts, nothingShown } = texts.settings.surfaces;
  return shown.map((part) => parts[part].label).join(', ') || nothingShown;
}

export function peopleInWords({ people }: SurfacesDraft): string {
  const { may, noPeople } = texts.settings.surfaces;
  return people.map((one) => may[one].label).join(', ') || noPeople;
}
