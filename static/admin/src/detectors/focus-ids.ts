/** The headings that get the focus after a dialog closes and its opener no longer exists. */
const headings = {
  site: 'detectors-site',
  catalog: 'detectors-catalogue',
  custom: 'detectors-custom',
  schemes: 'detector-schemes',
} as const;

export const focusIds = {
  ...headings,
  detector: headings.catalog,
  remove: headings.custom,
  scheme: headings.schemes,
  removeScheme: headings.schemes,
} as const;
