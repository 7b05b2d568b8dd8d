/** Texts shared by every form that edits levels or settings. */
export const configurationTexts = {
  configuration: {
    save: 'Save',
    saved: 'Saved',
    savedBody: 'Your change applies now.',
    failed: 'We couldn’t save your change',
    missingName: 'Enter a name.',
    longName: (length: number) => `Use 100 characters or fewer. This name has ${length.toLocaleString()}.`,
    morePlaces: (count: number) => `and ${count.toLocaleString()} more`,
    discard: {
      title: 'Discard changes?',
      body: 'Your changes haven’t been saved.',
      back: 'Keep editing',
      submit: 'Discard',
    },
    conflict: {
      title: 'Another admin changed the levels or settings',
      form: 'Review their changes below. Your changes are still in the form. Check them, then save.',
      removal: 'Review their changes below before you remove it.',
      nothing: 'Nothing on this page changed. Review it, then decide.',
    },
    changes: {
      what: 'Setting',
      of: (name: string, what: string) => `${name}: ${what}`,
      subLevel: (level: string, subLevel: string) => `${level} / ${subLevel}`,
      order: 'Order of levels',
      subLevelOrder: (level: string) => `${level}: order of sub-levels`,
      status: 'Status',
      none: '–',
      isNew: 'New',
    },
  },
} as const;
