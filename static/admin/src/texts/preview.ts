import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');
const findings = (count: number) => plural(count, 'finding', 'findings');

export const previewTexts = {
  preview: {
    title: 'Preview of the change',
    intro:
      'Changed rules are counted over all stored findings. Other changes are tried on a sample of pages. Nothing is stored.',
    show: 'Preview changes',
    again: 'Preview again',
    loading: 'Scanning a sample of pages…',
    failed: 'We couldn’t preview the change',
    outdated: 'The form has changed since this preview',
    nothing: 'The change affects no findings and no levels.',
    rules: {
      below: (after: number, before: number) =>
        `${pages(after)} of the whole site would be below the level that findings require, ${before.toLocaleString()} now. Saving raises no level at once: the overview has the list, and raises the levels when you choose it. The next scan of a page and the daily check raise them too.`,
      asOf: (moment: string) => `Counted as of ${moment}, without exclusions by label.`,
      isCounting: 'The numbers are still being counted, so there can be more.',
      notCounted: 'The pages have not been counted yet, so the number of pages that the rules concern is not known.',
    },
    noPages: 'You can’t view any page that the change affects.',
    same: 'Nothing would change on these pages.',
    sample: (scanned: number, total: number | undefined) =>
      total === undefined
        ? `${plural(scanned, 'page was', 'pages were')} scanned.`
        : `${scanned.toLocaleString()} of about ${pages(total)} that you can view ${scanned === 1 ? 'was' : 'were'} scanned.`,
    chosen:
      'The sample has pages with findings that the change may affect, and the pages that were edited last. The rest of the site can differ.',
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
