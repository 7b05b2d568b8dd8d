import type { StorageElement } from '../../confluence/storage-format';
import { type Markup, markup } from '../markup';
import type { FrameDescription } from './frames';
import type { ShownModules } from './shown-modules';

/** The elements of the modules on a page. page-shell.js adds their frames. Tests find them by these names. */

export function bannerArea({ banner }: ShownModules): Markup | undefined {
  return banner && markup`<div id="page-banner" data-surface="${json(banner)}"></div>`;
}

export function byline({ bylines }: ShownModules): Markup | undefined {
  if (bylines.length === 0) return undefined;
  const chips = bylines.map(
    ({ frame, text }) =>
      markup`<button type="button" data-testid="byline-forge-app-button" title="${text.tooltip}" aria-haspopup="dialog" aria-expanded="false" aria-controls="byline-popup" data-surface="${json(frame)}"><img data-testid="byline-forge-app-image" src="${text.icon}" alt="" width="16" height="16"><span>${text.title}</span></button>`,
  );
  return markup`<div class="byline">${chips}<div id="byline-popup" class="overlay" role="dialog" hidden></div></div>`;
}

export function actionMenu({ actions }: ShownModules): Markup | undefined {
  if (actions.length === 0) return undefined;
  return markup`<details id="page-actions"><summary>More actions</summary><div class="overlay">${actions.map(button)}</div></details>`;
}

export function selectionMenu({ selection }: ShownModules): Markup | undefined {
  if (selection.length === 0) return undefined;
  return markup`<div id="selection-menu" class="overlay" role="group" aria-label="Selected text" hidden>${selection.map(button)}</div>`;
}

/** The macros of the app, by their elements in the body. */
export function macroElements({ macros }: ShownModules): ReadonlyMap<StorageElement, Markup> {
  return new Map(
    macros.map(({ element, layout, frame, config }) => {
      if (frame === undefined) return [element, markup``];
      const edit =
        config &&
        markup`<button type="button" class="edit-macro" data-surface="${json(config)}">Edit ${frame.title}</button>`;
      return [element, markup`<span class="macro ${layout}" data-surface="${json(frame)}"></span>${edit}`];
    }),
  );
}

function button(frame: FrameDescription): Markup {
  return markup`<button type="button" data-module="${frame.key}" data-surface="${json(frame)}">${frame.title}</button>`;
}

function json(frame: FrameDescription): string {
  return JSON.stringify(frame);
}
