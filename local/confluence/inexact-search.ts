import type { Call } from './endpoint';
import type { Content, Version } from './rows';

/**
 * The search index with the switch `inexact-search`. It is 2 to 60 seconds late, also for versions. The parts of a search do
 * not fit together: the first request for a position misses a row, the second one gets a row again, and so on.
 * `totalSize` is off by one. Without the switch, the index is exact, except for the lag of properties.
 */

const LAG_SECONDS = { least: 2, most: 60 };

function isInexact(call: Call): boolean {
  return call.assumptions.has('inexact-search');
}

/** The version that the index has; undefined = it does not have the content yet. */
export function indexedVersion(call: Call, content: Content): Version | undefined {
  const { contents } = call.site;
  const current = contents.currentVersion(content);
  if (!isInexact(call)) return current;
  const seconds = LAG_SECONDS.least + (Number(content.id) % (LAG_SECONDS.most - LAG_SECONDS.least + 1));
  const until = Date.parse(call.now) - seconds * 1_000;
  const isIndexed = (version: Version) => Date.parse(version.createdAt) <= until;
  return isIndexed(current) ? current : contents.versions(content.id).find(isIndexed);
}

/** Where a part of a search begins. @param start where it would begin in an exact search; 0 = the first part */
export function beginOfPart(call: Call, start: number, limit: number): number {
  if (!isInexact(call) || start === 0) return start;
  const { positions } = call.site;
  const position = [call.user.accountId, call.query('cql'), Math.round(start / limit)].join(' ');
  const times = positions.get(position) ?? 0;
  positions.set(position, times + 1);
  return times % 2 === 0 ? start + 1 : start - 1;
}

export function reportedSize(call: Call, size: number): number {
  if (!isInexact(call)) return size;
  return size % 2 === 0 ? Math.max(0, size - 1) : size + 1;
}
