import { plural } from './plural';

export const commandMenuTexts = {
  commandMenu: {
    title: 'Search',
    label: 'Page, setting, space, detector, key or page of Confluence',
    found: (count: number) => plural(count, 'result', 'results'),
    incomplete: 'Some results couldn’t be loaded, so they are missing.',
    kinds: {
      pages: 'Page',
      settings: 'Setting',
      spaces: 'Space',
      detectors: 'Detector',
      keys: 'API key',
      content: 'Confluence page',
    },
  },
} as const;
