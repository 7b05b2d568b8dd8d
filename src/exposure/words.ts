import type { Bounds, OverReason, UnknownReason } from './audience';
import type { ExposureRule } from '../configuration/governance';

/** Exposure in words, for the admin area, pages and files. The UI imports this file, so it has nothing but types and texts. */

export const PUBLIC_LINKS = 'Public links are not visible to apps.';

const number = (count: number) => count.toLocaleString('en');
export const countOf = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** `412 to 460 people`, `at least 412 people`, `up to 460 people`, `412 people`. */
export function boundsInWords({ atLeast, atMost }: Bounds, one = 'person', many = 'people'): string {
  if (atMost === undefined) return `at least ${countOf(atLeast, one, many)}`;
  if (atLeast >= atMost) return countOf(atMost, one, many);
  return atLeast === 0 ? `up to ${countOf(atMost, one, many)}` : `${number(atLeast)} to ${countOf(atMost, one, many)}`;
}

/** `at most 50 people, no guests, no one without a license, no one anonymous`. */
export function ruleInWords({ maxPeople, guests, unlicensed, anonymous, groupIds }: ExposureRule): string {
  const parts = [
    ...(maxPeople === undefined ? [] : [`at most ${countOf(maxPeople, 'person', 'people')}`]),
    ...(guests === 'forbidden' ? ['no guests'] : []),
    ...(unlicensed === 'forbidden' ? ['no one without a license'] : []),
    ...(anonymous === 'forbidden' ? ['no one anonymous'] : []),
    ...(groupIds === undefined ? [] : [`only members of ${countOf(groupIds.length, 'chosen group', 'chosen groups')}`]),
  ];
  return parts.length === 0 ? 'everyone is allowed' : parts.join(', ');
}

/** Short names of the reasons, for filters and files. */
export const REASON_NAMES: Readonly<Record<OverReason | UnknownReason, string>> = {
  anonymous: 'Open to anyone on the internet',
  unlicensed: 'Open to people without a license',
  guests: 'Guests',
  people: 'Too many people',
  groups: 'People outside of the allowed groups',
  'not-measured-yet': 'Not measured yet',
  'hidden-from-app': 'A restriction hides the page from the app',
  'closed-space': 'A data security policy closes the space to apps',
  'access-not-read': 'Confluence did not report who can view the space',
  'ancestor-not-read': 'The app can’t read a page above it, whose restrictions may let in fewer people',
  'group-size-unknown': 'Confluence did not report the size of a group',
  bounds: 'The measured range includes the limit',
  outdated: 'Measured more than 8 days ago',
};

/** The facts of one page that its sentence needs. */
export interface PageCause {
  /** Omitted: within the rule. */
  readonly reason?: OverReason | UnknownReason | undefined;
  readonly people?: Bounds | undefined;
  readonly guests?: Bounds | undefined;
  /** A view restriction decides. False: the space does. */
  readonly isRestricted: boolean;
}

/** Says why a page breaks its rule, or why the app does not know. @param letsInAllUsers the space lets in all users */
export function causeInWords({ reason, people, guests, isRestricted }: PageCause, letsInAllUsers: boolean): string {
  if (reason === undefined) return 'Who can view it keeps the rule.';
  const whole = 'Nothing on this page or above it narrows that.';
  const all = people === undefined ? undefined : boundsInWords(people);
  const atMost = people?.atMost;
  switch (reason) {
    case 'anonymous':
      return `The space lets in anyone on the internet. ${whole}`;
    case 'unlicensed':
      return `The space lets in everyone who is logged in, with or without a license. ${whole}`;
    case 'guests':
      return ofCause(isRestricted, guests === undefined ? 'guests' : boundsInWords(guests, 'guest', 'guests'), whole);
    case 'people':
      if (!isRestricted && letsInAllUsers && people !== undefined)
        return `The space lets in all Confluence users (${number(people.atLeast)}). ${whole}`;
      return ofCause(isRestricted, all ?? 'too many people', whole);
    case 'groups':
      return ofCause(isRestricted, 'people outside of the allowed groups', whole);
    case 'not-measured-yet':
      return `${REASON_NAMES[reason]}.${atMost === undefined ? '' : ` The space lets in up to ${countOf(atMost, 'person', 'people')}.`}`;
    case 'bounds':
      return `${REASON_NAMES[reason]}${all === undefined ? '' : `: ${all}`}.`;
    default:
      return `${REASON_NAMES[reason]}.`;
  }
}

const ofCause = (isRestricted: boolean, who: string, whole: string) =>
  isRestricted
    ? `The restrictions of this page or of a page above it let in ${who}.`
    : `The space lets in ${who}. ${whole}`;
