import type { Severity } from '../../../../src/detection/detector';
import type { Gap } from '../../../../src/surfaces/space/contract';
import { plural } from '../common-texts';

const pages = (count: number) => plural(count, 'page', 'pages');

export const spaceTexts = {
  title: 'Classification',
  failed: 'We couldn’t load the pages of this space',
  hidden: 'You can’t view this space, or it no longer exists.',
  off: 'Classification is off in this space.',
  offAdmin: 'A site admin can turn it on, and so can you if it was turned off in Space settings → Classification.',
  byLevel: 'Pages by level',
  byLevelIntro: 'Only pages that you can view.',
  level: 'Level',
  pages: 'Pages',
  more: (counted: number) => `${counted}+`,
  atLeast: (count: number) => `At least ${count.toLocaleString()}`,
  showPages: (level: string) => `Show pages: ${level}`,
  find: 'Find by level',
  findEmpty: 'No pages with this level that you can view.',
  findEmptyPart: 'None of the pages so far have this level. Load more to continue the search.',
  findFailed: 'We couldn’t load the pages',
  page: 'Page',
  classified: 'Classified',
  openPage: (title: string) => `Open ${title}`,
  loadMore: 'Load more',
  admin: 'For space admins',
  whole: 'Whole space',
  wholeIntro:
    'All pages of the space that Confluence reports to the app or that the app knows, including pages that you can’t view.',
  wholeFailed: 'We couldn’t load the numbers of the space',
  notCounted: 'The site hasn’t been counted yet. The numbers appear after the first count.',
  asOf: (when: string) => `As of ${when}.`,
  isCounting: 'Older changes are still being counted.',
  coverage: 'Scan coverage',
  state: 'Scan',
  coverages: {
    complete: 'Fully scanned',
    partial: 'Partly scanned',
    outdated: 'Out of date',
    notScanned: 'Not scanned',
    notVisible: 'Not visible to the app',
  },
  coverageText: (complete: number, all: number, isAtLeast: boolean) => {
    const percent = Math.floor((complete * 100) / Math.max(1, all));
    if (!isAtLeast) return all === 0 ? 'No pages.' : `${percent}% of ${pages(all)} fully scanned.`;
    return `${complete.toLocaleString()} of at least ${pages(all)} fully scanned.`;
  },
  reported: (when: string) => `Confluence reported the number of pages on ${when}.`,
  notReported: 'Confluence has not yet reported the number of pages.',
  open: 'Open findings',
  severity: 'Severity',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Severity, string>,
  findings: 'Findings',
  gaps: 'Gaps',
  gapsIntro: 'Pages that you can view and that scans don’t cover completely.',
  gap: 'Gap',
  gapNames: {
    stale: 'Out of date',
    partial: 'Partly scanned',
    'not-inspected': 'Couldn’t be scanned',
  } satisfies Record<Gap, string>,
  gapsEmpty: 'No such pages.',
  gapsFailed: 'We couldn’t load the gaps',
  scanned: 'Scanned',
  findingsIntro: 'On pages that you can view. Values are masked.',
  findingsEmpty: 'No open findings on pages that you can view.',
  findingsFailed: 'We couldn’t load the findings',
  detector: 'Detector',
  excerpt: 'Excerpt',
  export: 'Export',
  exportIntro: 'CSV files of what you can view in this space.',
  exportPages: 'Export pages',
  exportFindings: 'Export findings',
  exporting: (rows: number) => `Exporting. ${plural(rows, 'row', 'rows')} so far.`,
  exported: (rows: number) => `Exported ${plural(rows, 'row', 'rows')}.`,
  exportFailed: 'We couldn’t complete the export. No file was saved.',
} as const;
