/** What every edit of the levels and of the settings says. */
export const configurationTexts = {
  configuration: {
    save: 'Save',
    saved: 'Saved',
    savedBody: 'The change holds from the next request on.',
    failed: 'It was not saved',
    missingName: 'Enter a name.',
    longName: (length: number) => `This has ${length.toLocaleString()} characters; 100 are possible. Shorten it.`,
    morePlaces: (count: number) => `and ${count.toLocaleString()} more`,
    discard: {
      title: 'Discard what you have typed?',
      body: 'It has not been saved.',
      back: 'Keep editing',
      submit: 'Discard',
    },
    overtaken: {
      title: 'Somebody else has changed the levels or the settings meanwhile',
      form: 'This is what changed. What you typed is still there; look at it again, then save.',
      removal: 'This is what changed. Look at it again, then remove.',
      nothing: 'Nothing that you can see here is different. Look at it again, then decide.',
    },
    changes: {
      what: 'What',
      of: (name: string, what: string) => `${name}: ${what}`,
      subLevel: (level: string, subLevel: string) => `${level} / ${subLevel}`,
      order: 'Order of the levels',
      subLevelOrder: (level: string) => `${level}: Order of the sub-levels`,
      status: 'Status',
      none: '–',
      isNew: 'New',
    },
  },
} as const;
