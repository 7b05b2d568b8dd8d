import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The texts that a component shows before its effects run, in order. It needs no browser. */
export function textsOf(node: ReactNode): string[] {
  return renderToStaticMarkup(node)
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&([^;]+);/g, (whole, name: string) => CHARACTERS[name] ?? whole).trim())
    .filter((text) => text !== '');
}
