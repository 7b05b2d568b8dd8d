/** The headings to which the focus goes where what had it is gone, by the dialog that was closed. */
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
