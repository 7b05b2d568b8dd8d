import type { AdminOperations } from '../../../../src/admin/contract';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import { fieldMessages } from '../field-messages';
import { localDay } from '../dates';
import type { OperationError } from '../operations';
import { pageIdIn } from '../page-address';
import { texts } from '../texts';

/** The form of an exclusion, and its request. */

const { matchKinds, fields, kinds, scopes } = texts.exclusions.dialog;

export type MatchKind = keyof typeof matchKinds;
export type ScopeKind = keyof typeof scopes;
export type Field = keyof typeof fields;
export type Kind = keyof typeof kinds;

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];
export const MATCH_KINDS = keysOf(matchKinds);
export const SCOPES = keysOf(scopes);
export const FIELDS = keysOf(fields);
export const KINDS = keysOf(kinds);

export interface ExclusionDraft {
  readonly by: MatchKind;
  /** Empty: any detector, where it is optional. */
  readonly detectorId: string;
  readonly pattern: string;
  readonly domain: string;
  /** One per line. */
  readonly fingerprints: string;
  readonly field: '' | Field;
  readonly kind: '' | Kind;
  readonly of: ScopeKind;
  readonly space: SpaceName | undefined;
  readonly page: string;
  readonly label: string;
  readonly levelId: string;
  readonly reason: string;
  /** YYYY-MM-DD. Empty: no expiry. */
  readonly until: string;
}

export type DraftErrors = Partial<Record<keyof ExclusionDraft, string>>;

export const EMPTY_DRAFT: ExclusionDraft = {
  by: 'detector',
  detectorId: '',
  pattern: '',
  domain: '',
  fingerprints: '',
  field: '',
  kind: '',
  // The narrowest scope, because a wider one is a decision.
  of: 'page',
  space: undefined,
  page: '',
  label: '',
  levelId: '',
  reason: '',
  // An exclusion ends unless the admin decides otherwise.
  until: localDay(90),
};

type Payload = AdminOperations['previewExclusion']['input'];

/** Checks the draft without the resolver. */
export function faultsOf(draft: ExclusionDraft): DraftErrors {
  const { required, requiredChoice, noPage, noPlace } = texts.exclusions.dialog;
  const empty = (text: string) => text.trim() === '';
  const { by, of } = draft;
  return {
    ...(by === 'detector' && draft.detectorId === '' ? { detectorId: requiredChoice } : {}),
    ...(by === 'pattern' && draft.pattern === '' ? { pattern: required } : {}),
    ...(by === 'domain' && empty(draft.domain) ? { domain: required } : {}),
    ...(by === 'fingerprint' && empty(draft.fingerprints) ? { fingerprints: required } : {}),
    ...(by === 'location' && draft.field === '' && draft.kind === '' ? { kind: noPlace } : {}),
    ...(of === 'space' && draft.space === undefined ? { space: requiredChoice } : {}),
    ...(of === 'page' && pageIdIn(draft.page) === undefined ? { page: noPage } : {}),
    ...(of === 'label' && empty(draft.label) ? { label: required } : {}),
    ...(of === 'level' && draft.levelId === '' ? { levelId: requiredChoice } : {}),
  };
}

export function requestOf(draft: ExclusionDraft): Pick<Payload, 'match' | 'scope'> {
  return { match: matchOf(draft), scope: scopeOf(draft) };
}

function matchOf(draft: ExclusionDraft): Payload['match'] {
  const { by, field, kind } = draft;
  const only = draft.detectorId === '' ? {} : { detectorId: draft.detectorId };
  switch (by) {
    case 'detector':
      return { by, detectorId: draft.detectorId };
    case 'pattern':
      return { by, pattern: draft.pattern, ...only };
    case 'domain':
      return { by, domain: draft.domain.trim().replace(/^@/, '') };
    case 'fingerprint':
      return { by, fingerprints: draft.fingerprints.split(/\s+/).filter((line) => line !== '') };
    case 'location':
      return { by, ...(field === '' ? {} : { field }), ...(kind === '' ? {} : { kind }), ...only };
  }
}

function scopeOf({ of, space, page, label, levelId }: ExclusionDraft): Payload['scope'] {
  switch (of) {
    case 'site':
      return { of };
    case 'space':
      return { of, spaceId: space?.id };
    case 'page':
      return { of, pageId: pageIdIn(page) };
    case 'label':
      return { of, label: label.trim() };
    case 'level':
      return { of, levelId };
  }
}

const DAY_MS = 86_400_000;

/** The end of the last day, in UTC. */
export function expiryOf({ until }: Pick<ExclusionDraft, 'until'>): { readonly expiresAt?: string } {
  return until === '' ? {} : { expiresAt: new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS).toISOString() };
}

const INPUTS: Readonly<Record<string, keyof ExclusionDraft>> = {
  spaceId: 'space',
  pageId: 'page',
  expiresAt: 'until',
};

/** The errors of the resolver by form field. Ignores errors of other fields. */
export function errorsOf(error: OperationError): DraftErrors {
  const named = (error.fields ?? []).map(({ field, message }) => {
    const names = field.split('.').map((name) => INPUTS[name] ?? name);
    return { field: names.find((name) => Object.hasOwn(EMPTY_DRAFT, name)) ?? '', message };
  });
  return Object.fromEntries(fieldMessages({ ...error, fields: named.filter(({ field }) => field !== '') }));
}
