import { createRequire } from 'node:module';
import * as z from 'zod';

/** Atlassian's design tokens as style sheets. Confluence loads them into a frame that enables its theme. */

const load = createRequire(__filename);
const artifact = z.object({ default: z.string() });
const PARTS = ['atlassian-light', 'atlassian-dark', 'atlassian-spacing', 'atlassian-shape', 'atlassian-typography'];

let styleSheet: string | undefined;

export function themeStyleSheet(): string {
  styleSheet ??= PARTS.map(
    (part) => artifact.parse(load(`@atlaskit/tokens/dist/cjs/artifacts/themes/${part}.js`)).default,
  ).join('\n');
  return styleSheet;
}
