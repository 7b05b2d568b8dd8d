/** Formats counts in the browser's language. */
export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** Texts that several frames show. Each frame has its own file beside it, so that no frame loads the texts of others. */
export const commonTexts = {
  unreachable: (wayOut: string) => `The app didn’t respond. ${wayOut}`,
  consentNeeded:
    'This app needs your permission. Confluence asks for it in the classification below the title of a page. Select Allow access there, and then try again.',
  unreachableHost: 'Confluence didn’t respond. Try again.',
  retry: 'Try again',
  cancel: 'Cancel',
  reason: 'Reason',
  noReason: 'Enter a reason.',
  loading: 'Loading',
  untitled: 'Untitled page',
  unclassified: 'Not classified',
  off: 'Classification is off in this space.',
  notAPage: 'Not available on blog posts.',
  hidden: 'You can’t view this content, it isn’t published yet, or it no longer exists.',
} as const;
