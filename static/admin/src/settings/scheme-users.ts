import type { Settings } from '../../../../src/classification/model';
import { texts } from '../texts';

/** The users of a set of allowed levels. Spaces with the settings of the site are not included. */
export interface SchemeUsers {
  readonly isSite: boolean;
  readonly spaceIds: readonly string[];
}

export function usersOf(settings: Settings, schemeId: string): SchemeUsers {
  return {
    isSite: settings.schemeId === schemeId,
    spaceIds: Object.keys(settings.spaces).filter((spaceId) => settings.spaces[spaceId]?.schemeId === schemeId),
  };
}

export function usersInWords({ isSite, spaceIds }: SchemeUsers): string {
  const { wholeSite, spaces, unused } = texts.settings.schemes;
  const users = [...(isSite ? [wholeSite] : []), ...(spaceIds.length > 0 ? [spaces(spaceIds.length)] : [])];
  return users.join(', ') || unused;
}

export const isUsed = ({ isSite, spaceIds }: SchemeUsers) => isSite || spaceIds.length > 0;
