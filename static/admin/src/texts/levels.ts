export const levelsTexts = {
  levels: {
    title: 'Levels',
    intro: '',
  },
} as const;
