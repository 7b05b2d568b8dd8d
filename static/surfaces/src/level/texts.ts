export const levelTexts = {
  label: 'Classification level',
  failed: 'We couldn’t load the level.',
} as const;
