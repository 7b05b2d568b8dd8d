import { spaceAddress } from './address';
import { breadcrumb } from './elements';
import { type Markup, markup } from './markup';
import { shellPage, type ShellOptions } from './shell';
import type { FrameDescription } from './surfaces/frames';
import type { ModuleLink, SpaceModules } from './surfaces/module-pages';

/** The sidebar of a space, and the pages that a module of the app fills. */

interface NamedSpace {
  readonly key: string;
  readonly name: string;
}

/** Puts the content of a page beside the sidebar of its space. */
export function besideSidebar(
  { path }: ShellOptions,
  { key, name }: NamedSpace,
  { pages, settings }: SpaceModules,
  content: Markup,
): Markup {
  const space = { title: 'Pages', address: spaceAddress(key) };
  const ofSettings =
    settings.length === 0
      ? undefined
      : markup`<h2>Space settings</h2><ul>${settings.map((link) => item(path, link))}</ul>`;
  return markup`<div class="in-space"><nav id="space-sidebar" aria-label="Space"><h2>${name}</h2>
<ul>${item(path, space)}${pages.map((link) => item(path, link))}</ul>${ofSettings}</nav>
<div class="space-content">${content}</div></div>`;
}

function item(path: string, { title, address }: ModuleLink): Markup {
  const current = path === address ? markup` aria-current="page"` : undefined;
  return markup`<li><a href="${address}"${current}>${title}</a></li>`;
}

/** A page of a space that the app fills. */
export function spaceModulePage(
  options: ShellOptions,
  space: NamedSpace,
  modules: SpaceModules,
  frame: FrameDescription,
): string {
  const way = [{ title: space.name, href: spaceAddress(space.key) }];
  const content = markup`${breadcrumb(way, frame.title)}${area(frame)}`;
  return shellPage(
    options,
    `${frame.title} - ${space.name}`,
    besideSidebar(options, space, modules, content),
    'page-shell.js',
  );
}

/** A page of the Apps menu that the app fills. */
export function appsMenuPage(options: ShellOptions, frame: FrameDescription): string {
  return shellPage(options, frame.title, markup`${breadcrumb([], frame.title)}${area(frame)}`, 'page-shell.js');
}

function area(frame: FrameDescription): Markup {
  return markup`<main><h1 class="visually-hidden">${frame.title}</h1><div id="app-page" data-surface="${JSON.stringify(frame)}"></div></main>`;
}
