/** The ranks of a key in one area. Each includes the ones before it. */
export const RANKS = ['none', 'read', 'write', 'manage'] as const;

export type Rank = (typeof RANKS)[number];

/** The name of a scope in the API, its documentation and its errors. */
export type Scope = `${'classification' | 'detection'}::${Exclude<Rank, 'none'>}`;

export interface Scopes {
  readonly classification: Rank;
  readonly detection: Rank;
}

/** Means pages without a level in a page access limit. */
export const UNCLASSIFIED = 'unclassified';

/** True if the granted scopes include the required one. */
export function includesScope(granted: Scopes, required: Scope): boolean {
  const { area, rank } = partsOf(required);
  return isAtLeast(granted[area], rank);
}

export function isAtLeast(granted: Rank, required: Rank): boolean {
  return RANKS.indexOf(granted) >= RANKS.indexOf(required);
}

const PARTS = {
  'classification::read': { area: 'classification', rank: 'read' },
  'classification::write': { area: 'classification', rank: 'write' },
  'classification::manage': { area: 'classification', rank: 'manage' },
  'detection::read': { area: 'detection', rank: 'read' },
  'detection::write': { area: 'detection', rank: 'write' },
  'detection::manage': { area: 'detection', rank: 'manage' },
} as const satisfies Readonly<Record<Scope, { readonly area: keyof Scopes; readonly rank: Rank }>>;

export function partsOf(scope: Scope): { readonly area: keyof Scopes; readonly rank: Rank } {
  return PARTS[scope];
}
