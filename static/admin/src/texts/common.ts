/** What every page says. */
export const commonTexts = {
  app: 'Page Classification',
  navigation: 'Administration',
  unreachable: 'The app did not answer. Look whether the change was made before you try again.',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not possible',
  copyFailed: 'Copying was not possible. The text is selected: copy it with the keyboard.',
  loading: 'Loading',
  before: 'Before',
  now: 'Now',
  notAdmin: {
    title: 'Only site admins can administer Page Classification',
    body: 'Ask a site admin of your Confluence site to make or change API keys for you, or to make you a site admin.',
  },
} as const;
