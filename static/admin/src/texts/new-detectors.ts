import { plural } from './plural';

const findings = (count: number) => plural(count, 'finding', 'findings');
const pages = (count: number) => plural(count, 'page', 'pages');
const detectors = (count: number) => plural(count, 'detector', 'detectors');

export const newDetectorsTexts = {
  newDetectors: {
    title: 'New detectors',
    intro:
      'Detectors that came with an update of the app. They run in every scan, but their findings don’t count until you turn them on. Numbers cover the pages that you can view.',
    failed: 'We couldn’t load the new detectors',
    none: 'No new detectors',
    noneBody: 'Detectors that come with an update of the app appear here first, with what they would find.',
    toDetectors: 'View all detectors',
    incomplete: 'There are more findings. The numbers cover the most recently found.',
    allOn: 'All new detectors are on.',
    list: {
      caption: 'New detectors',
      columns: { detector: 'Detector', severity: 'Severity', findings: 'Findings', latest: 'Latest', action: 'Action' },
      off: 'Turned off in the catalog',
      notInRegions: 'Not used in the regions of the site',
      found: (count: number, of: number, isComplete: boolean) =>
        `${isComplete ? '' : 'At least '}${findings(count)} on ${pages(of)}`,
      noFindings: 'No findings yet',
    },
    turnedOnList: (count: number) => `Turned on (${count.toLocaleString()})`,
    turnOn: 'Turn on',
    turnOnOne: (name: string) => `Turn on: ${name}`,
    turnAllOn: 'Turn on all',
    observe: 'Observe again',
    observeOne: (name: string) => `Observe again: ${name}`,
    confirm: {
      titleOne: (name: string) => `Turn on ${name}?`,
      titleAll: (count: number) => `Turn on ${detectors(count)}?`,
      open: (count: number, isComplete: boolean) =>
        count === 0
          ? 'There are no findings yet on the pages that you can view.'
          : `${isComplete ? '' : 'At least '}${findings(count)} on pages that you can view ${count === 1 ? 'becomes' : 'become'} open at once, without a scan.`,
      rules: 'The rules for levels apply to them: the levels of their pages can rise.',
      undo: 'You can observe the detectors again. Levels that were raised stay.',
    },
    turnOnFailed: 'We couldn’t turn on the detectors',
    observeFailed: 'We couldn’t change the detector',
    turnedOn: (count: number) => `${detectors(count)} turned on`,
    observed: (name: string) => `${name} is observed again`,
    undo: 'Undo',
  },
} as const;
