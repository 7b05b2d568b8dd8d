/** The ranks of a key in one area. Each includes the ones before it. */
export const RANKS = ['none', 'read', 'write', 'manage'] as const;

export type Rank = (typeof RANKS)[number];

/** The name of a scope in the API, its documentation and its errors. */
export type Scope = `${'classification' | 'detection'}::${Exclude<Rank, 'none'>}`;

export interface Scopes {
  readonly classification: Rank;
  readonly detection: Rank;
}

/** In a page access limit: pages without a level. */
export const UNCLASSIFIED = 'unclassified';

/** True if the granted scopes include the required one. */
export function includesScope(granted: Scopes, required: Scope): boolean {
  const { area, rank } = partsOf(required);
  return isAtLeast(granted[area], rank);
}

export function isAtLeast(granted: Rank, required: Rank): boolean {
  return RANKS.indexOf(granted) >= RANKS.indexOf(required);
}

export function partsOf(scope: Scope): { area: keyof Scopes; rank: Rank } {
  switch (scope) {
    case 'classification::read':
      return { area: 'classification', rank: 'read' };
    case 'classification::write':
      return { area: 'classification', rank: 'write' };
    case 'classification::manage':
      return { area: 'classification', rank: 'manage' };
    case 'detection::read':
      return { area: 'detection', rank: 'read' };
    case 'detection::write':
      return { area: 'detection', rank: 'write' };
    case 'detection::manage':
      return { area: 'detection', rank: 'manage' };
  }
}
