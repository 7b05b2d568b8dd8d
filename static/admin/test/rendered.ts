import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The texts that a component shows before its effects run, in order. It needs no browser. */
export function textsOf(node: ReactNode): string[] {
  return textsIn(renderToStaticMarkup(node));
}

/** The texts of a piece of markup, in order. */
export function textsIn(markup: string): string[] {
  return markup
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&([^;]+);/g, (whole, name: string) => CHARACTERS[name] ?? whole).trim())
    .filter((text) => text !== '');
}
