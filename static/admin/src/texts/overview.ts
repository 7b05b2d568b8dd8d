export const overviewTexts = {
  overview: {
    title: 'Overview',
    intro: 'The levels and findings of your site, and what to do next.',
  },
} as const;
