import { markup } from './markup';
import { shellPage, type ShellOptions } from './shell';

/** The error pages of the shell. */

/** The same response for missing pages and for pages that the acting account cannot view. */
export function notFoundPage(options: ShellOptions): string {
  return refusalPage(
    options,
    'We can’t find what you are looking for',
    'It may have been moved or deleted, or you do not have permission to view it.',
  );
}

export function noAccessPage(options: ShellOptions): string {
  return refusalPage(
    options,
    'You don’t have access to Confluence',
    options.visitor.email === undefined
      ? 'You are not logged in. Select an account in the header.'
      : `${options.visitor.displayName} is deactivated, or has no access to Confluence on this site. Select another account in the header.`,
  );
}

export function notEditablePage(options: ShellOptions): string {
  return refusalPage(
    options,
    'You can’t change this page',
    'You can view it, but not edit it. Its labels did not change.',
  );
}

/** A page of the app that Confluence does not show to this account, such as the settings of a space. */
export function notShownPage(options: ShellOptions): string {
  return refusalPage(
    options,
    'You can’t open this page',
    'Confluence does not show it to this account. Only administrators of a space see its settings.',
  );
}

function refusalPage(options: ShellOptions, title: string, body: string): string {
  return shellPage(
    options,
    title,
    markup`<main class="content"><h1>${title}</h1><p>${body}</p><p><a href="/site/">Go to the home page</a></p></main>`,
  );
}
