import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');
interface Estimate {
  readonly pages: number;
  readonly points: number;
  readonly time: string;
}

const findings = (count: number) => plural(count, 'finding', 'findings');

export const previewTexts = {
  preview: {
    title: 'Preview of the change',
    intro:
      'Rules, severities and detectors that are turned off are counted over all stored findings. Changes that need a new scan are tried on a sample of pages. Nothing is stored.',
    show: 'Preview changes',
    again: 'Preview again',
    loading: 'Scanning a sample of pages…',
    failed: 'We couldn’t preview the change',
    outdated: 'The form has changed since this preview',
    nothing: 'The change needs no new scan.',
    affected: {
      title: 'Pages with findings',
      counting: (count: number) => `Counting stored findings: ${pages(count)} so far`,
      failed: 'We couldn’t count all pages',
      atLeast: 'At least:',
      none: (count: number) => `No stored finding and no required level changes, on ${pages(count)} with findings.`,
      changed: (count: number, of: number) =>
        `${count.toLocaleString()} of ${pages(of)} with findings ${count === 1 ? 'changes' : 'change'}.`,
      opening: (count: number) => `${findings(count)} would open`,
      closing: (count: number) => `${findings(count)} would no longer be open`,
      otherSeverity: (count: number) => `${findings(count)} would get another severity`,
      below: (after: number, before: number) =>
        `${pages(after)} would be below the level that findings require, ${before.toLocaleString()} now. Saving raises no level at once: it offers to raise them, as the overview does. The next scan of a page and the daily check raise them too.`,
      wholeSite:
        'Counted over all stored findings of the whole site, also on pages that you can’t view. No page is scanned.',
      visible: 'Counted over all stored findings on pages that you can view. No page is scanned.',
    },
    raise: {
      title: (count: number, isExact: boolean) =>
        `${isExact ? '' : 'At least '}${plural(count, 'page is', 'pages are')} below the level that findings require`,
      body: 'Raise their levels now, or later on the overview, which shows the number and the pages. You can undo it.',
    },
    scan: {
      estimate: ({ pages: count, points, time }: Estimate) =>
        `A scan of about ${pages(count)} that you can view uses about ${points.toLocaleString()} points of Confluence and takes at least ${time}.`,
      afterSaving: 'Save the change first. You can start the scan then.',
      start: 'Start a scan',
    },
    noPages: 'You can’t view any page that the change affects.',
    same: 'Nothing would change on these pages.',
    sample: (scanned: number, total: number | undefined) =>
      total === undefined
        ? `${plural(scanned, 'page was', 'pages were')} scanned.`
        : `${scanned.toLocaleString()} of about ${pages(total)} that you can view ${scanned === 1 ? 'was' : 'were'} scanned.`,
    chosen:
      'This is a sample: pages with findings that the change may affect, and the pages that were edited last. The rest of the site can differ.',
    withContents: (count: number) =>
      `Comments and attachment names were scanned on ${count === 1 ? 'the first page' : `the first ${count} pages`} only.`,
    partly: (count: number) => `${plural(count, 'page was', 'pages were')} scanned in part.`,
    notScanned: (count: number) =>
      `${plural(count, 'page', 'pages')} of the sample could not be scanned: too large, unreadable, or out of time.`,
    appearing: (count: number) => `${findings(count)} would appear`,
    disappearing: (count: number) => `${findings(count)} would disappear`,
    changing: (count: number) => `${findings(count)} would get another severity or confidence`,
    levels: (count: number) => `${pages(count)} would require another level`,
    level: (before: string, after: string) => `${before} → ${after}`,
    noLevel: 'no level',
    newDetector: 'This detector',
    ofDetector: (name: string, count: number, on: number) => `${name}: ${count.toLocaleString()} on ${pages(on)}`,
    examples: (shown: number, total: number) =>
      shown < total ? `Examples (${shown} of ${total.toLocaleString()})` : `Examples (${shown})`,
    columns: {
      page: 'Page',
      detector: 'Detector',
      severity: 'Severity',
      confidence: 'Confidence',
      excerpt: 'Excerpt',
    },
  },
} as const;
