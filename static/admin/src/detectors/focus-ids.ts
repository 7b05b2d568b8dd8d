/** The headings that get the focus after a dialog closes and its opener no longer exists. */
const headings = {
  site: 'detectors-site',
  catalogue: 'detectors-catalogue',
  schemes: 'detector-schemes',
  spaces: 'detectors-in-spaces',
} as const;

export const focusIds = {
  ...headings,
  detector: headings.catalogue,
  custom: headings.catalogue,
  remove: headings.catalogue,
  scheme: headings.schemes,
  removeScheme: headings.schemes,
  space: headings.spaces,
} as const;
