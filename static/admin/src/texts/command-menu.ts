import { plural } from './plural';

export const commandMenuTexts = {
  commandMenu: {
    title: 'Search',
    label: 'Page, setting, space, detector or key',
    found: (count: number) => plural(count, 'result', 'results'),
    incomplete: 'Some detectors or keys couldn’t be loaded, so they are missing.',
    kinds: {
      pages: 'Page',
      settings: 'Setting',
      spaces: 'Space',
      detectors: 'Detector',
      keys: 'API key',
    },
  },
} as const;
