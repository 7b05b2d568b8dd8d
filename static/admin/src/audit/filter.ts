import type { AuditType } from '../../../../src/audit/event';
import type { AuditFilter } from '../../../../src/audit/filter';
import { type AddressPart, oneOf } from '../address-part';
import { texts } from '../texts';

/** The values of the filter fields. '' means no filter. */
export interface FilterDraft {
  readonly type: AuditType | '';
  readonly person: string;
  readonly keyId: string;
  /** A page ID, a page URL or a subject as entered. */
  readonly subject: string;
  /** The number of past hours. Excludes days. */
  readonly hours: number | undefined;
  /** Days as YYYY-MM-DD in the time zone of the browser, or INCOMPLETE. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: FilterDraft = {
  type: '',
  person: '',
  keyId: '',
  subject: '',
  hours: undefined,
  from: '',
  to: '',
};

/** The fields of the filters of the list, and the filter for the resolver. */
export interface AppliedFilter {
  readonly draft: FilterDraft;
  readonly filter: AuditFilter;
}

export const UNFILTERED: AppliedFilter = { draft: NO_FILTERS, filter: {} };

/** Replaces an incomplete date. */
export const INCOMPLETE = 'incomplete';

/** The offered numbers of past hours. */
export const PRESETS = [24, 168, 720] as const;

export const AUDIT_TYPES = Object.keys(texts.audit.types) as readonly AuditType[];

export type FilterErrors = Partial<Record<'subject' | 'from' | 'to', string>>;

/** The filters in the address. They never have a key value. */
export const FILTERS: AddressPart<FilterDraft> = {
  read: ({ type, actorAccountId = '', apiKeyId = '', subject = '', hours, from = '', to = '' }) => ({
    type: oneOf(AUDIT_TYPES, type) ?? '',
    person: actorAccountId,
    keyId: apiKeyId,
    subject: withoutSecret(subject),
    hours: PRESETS.find((one) => String(one) === hours),
    from,
    to,
  }),
  write: ({ type, person, keyId, subject, hours, from, to }) => ({
    type,
    actorAccountId: person,
    apiKeyId: keyId,
    subject: withoutSecret(subject),
    hours: hours === undefined ? '' : String(hours),
    from,
    to,
  }),
};

type Checked =
  { readonly ok: true; readonly applied: AppliedFilter } | { readonly ok: false; readonly errors: FilterErrors };

export function checkFilter(draft: FilterDraft, now = new Date()): Checked {
  const subject = draft.subject.trim() === '' ? undefined : subjectOf(draft.subject);
  const [from, to] = [instantOf(draft.from, '00:00:00.000'), instantOf(draft.to, '23:59:59.999')];
  const errors: FilterErrors = {
    ...(draft.subject.trim() !== '' && subject === undefined ? { subject: texts.audit.wrongSubject } : {}),
    ...(from === 'wrong' ? { from: texts.audit.wrongDay } : {}),
    ...(to === 'wrong' ? { to: texts.audit.wrongDay } : {}),
    ...(isBefore(to, from) ? { to: texts.audit.toBeforeFrom } : {}),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const earliest = draft.hours === undefined ? from : new Date(now.getTime() - draft.hours * HOUR_MS).toISOString();
  return {
    ok: true,
    applied: {
      draft,
      filter: {
        ...(draft.type === '' ? {} : { type: draft.type }),
        ...(draft.person === '' ? {} : { actorAccountId: draft.person }),
        ...(draft.keyId === '' ? {} : { apiKeyId: draft.keyId }),
        ...(subject === undefined ? {} : { subject }),
        ...(earliest === undefined ? {} : { from: earliest }),
        ...(to === undefined ? {} : { to }),
      },
    },
  };
}

const HOUR_MS = 3_600_000;

const SUBJECT = /^(levels|(page|apikey|level|sublevel):[0-9A-Za-z-]{1,64}|person:[0-9A-Za-z:-]{1,64})$/;
const PAGE_ID = /^[1-9][0-9]{0,18}$/;
/** `/wiki/spaces/ENG/pages/123/Title`, `/pages/edit-v2/123`, `/pages/viewpage.action?pageId=123`. */
const PAGE_ADDRESSES = [
  /\/pages\/(?:[a-z][a-z0-9-]*\/)?([1-9][0-9]{0,18})(?:[/?#]|$)/,
  /[?&]pageId=([1-9][0-9]{0,18})(?:[&#]|$)/,
];
const KEY = /pclsk_([0-9a-hjkmnp-tv-z]{16})/;

/** @returns undefined for text that is not a subject */
function subjectOf(entered: string): string | undefined {
  const text = entered.trim();
  if (SUBJECT.test(text)) return text;
  if (PAGE_ID.test(text)) return `page:${text}`;
  const keyId = KEY.exec(text)?.[1];
  if (keyId !== undefined) return `apikey:${keyId}`;
  const pageId = PAGE_ADDRESSES.map((pattern) => pattern.exec(text)?.[1]).find((id) => id !== undefined);
  return pageId === undefined ? undefined : `page:${pageId}`;
}

/** Replaces a pasted key with its ID, so that the secret does not stay in the field. */
export function withoutSecret(entered: string): string {
  const [, keyId] = /pclsk_([0-9a-hjkmnp-tv-z]{16})_[0-9A-Za-z]/.exec(entered) ?? [];
  return keyId === undefined ? entered : `pclsk_${keyId}`;
}

function isBefore(to: string | undefined, from: string | undefined): boolean {
  return to !== undefined && from !== undefined && to !== 'wrong' && from !== 'wrong' && to < from;
}

/** The instant of a time of day in the time zone of the browser. 'wrong' for an invalid day. */
function instantOf(day: string, time: string): string | undefined {
  if (day === '') return undefined;
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? 'wrong' : moment.toISOString();
}
