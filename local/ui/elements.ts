import { type Markup, markup } from './markup';

/** Small parts that several pages of the shell share. */

interface Step {
  readonly title: string;
  readonly href: string;
}

/** The breadcrumbs from the home page to this page. */
export function breadcrumb(way: readonly Step[], here: string): Markup {
  const steps = [{ title: 'Demo site', href: '/site/' }, ...way];
  const items = steps.map(({ title, href }) => markup`<li><a href="${href}">${title}</a></li>`);
  return markup`<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${items}<li aria-current="page">${here}</li></ol></nav>`;
}

export function lozenge(text: string): Markup {
  return markup` <span class="lozenge">${text}</span>`;
}

/** The locale and the time zone of the context that the bridge returns. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export function time(iso: string): Markup {
  return markup`<time datetime="${iso}">${format.format(new Date(iso))} UTC</time>`;
}
