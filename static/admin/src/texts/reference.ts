export const referenceTexts = {
  reference: {
    title: 'API reference',
    intro: '',
  },
} as const;
