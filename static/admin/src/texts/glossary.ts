/** The terms of docs/glossary.md that a page of the admin area explains where it first uses them. A test compares the meanings. */
export const glossaryTexts = {
  glossary: {
    title: 'Terms on this page',
    terms: {
      allowedLevels: [
        'Allowed levels',
        'A named set of levels. The pages of a space that uses it can only get its levels.',
      ],
      band: ['Band', 'A range of confidence: high from 0.80, medium from 0.50, low below.'],
      scheme: ['Detector scheme', 'Detection settings that several spaces share.'],
      fingerprint: ['Fingerprint', 'A code that is the same for equal values and does not reveal them.'],
      floor: ['Level floor', 'The least sensitive default level that space admins can choose.'],
      observed: [
        'Observed',
        'A detector that came with an update and is not turned on yet. Its findings are shown apart and change nothing.',
      ],
      outdated: [
        'Outdated',
        'Pages scanned with other settings than the current ones, and exclusions that match nothing since a pepper was removed.',
      ],
      pepper: ['Pepper', 'A secret of the installation. Keys and fingerprints are computed with it.'],
      points: ['Points', 'The units in which Confluence limits the calls of an app in an hour.'],
    },
  },
} as const;
