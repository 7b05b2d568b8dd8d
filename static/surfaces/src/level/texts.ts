export const levelTexts = {
  label: 'Classification level of this page',
  failed: 'We couldn’t load the level.',
} as const;
