import { dayFromToday } from '../dates';

/** The last possible expiry date of a new key. Same as in the resolver. */

const DEFAULT_LIFETIME_DAYS = 90;
const MAX_LIFETIME_DAYS = 365;

export const defaultExpiry = () => dayFromToday(DEFAULT_LIFETIME_DAYS);
export const earliestExpiry = () => dayFromToday(1);
export const latestExpiry = () => dayFromToday(MAX_LIFETIME_DAYS);

export function isPossibleExpiry(day: string): boolean {
  return day >= earliestExpiry() && day <= latestExpiry();
}
