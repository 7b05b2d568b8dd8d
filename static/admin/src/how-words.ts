import type { LevelSetBy } from '../../../src/audit/event';

/** How a level was set, in the histories of pages and in the audit log. A way without words does not compile. */
const WORDS: Readonly<Record<LevelSetBy, string>> = {
  MANUAL: 'Set by hand',
  DEFAULT: 'Default level',
  REST_API: 'Set through the API',
  AUTOMATION: 'Set by an automation rule',
  ROVO: 'Proposed by an agent',
  DETECTION: 'Raised because of sensitive data',
  NATIVE: "Follows Atlassian's level",
  JOB: 'Set by a job for many pages',
  UNDO: 'Set back by a job for many pages',
  IMPORT: 'Set by an import',
  COPY: 'Copied with the page',
  MOVE: 'Moved to a space without the level',
};

export function howInWords(how: string): string {
  return Object.entries(WORDS).find(([name]) => name === how)?.[1] ?? how;
}
