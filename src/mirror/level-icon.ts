import type { Level } from '../classification/model';

/** The icon beside the name of a level is a dot in its color. Readable on light and dark backgrounds. */

const COLORS: Readonly<Record<Level['color'], string>> = {
  RED: '#F15B50',
  RED_BOLD: '#C9372C',
  ORANGE: '#E56910',
  YELLOW: '#CF9F02',
  GREEN: '#22A06B',
  BLUE: '#1D7AFC',
  NAVY: '#0C4AB0',
  TEAL: '#2898BD',
  PURPLE: '#8F7EE7',
  GREY: '#8590A2',
  LIME: '#6A9A23',
};

/** @returns a data URL */
export function iconOf(color: Level['color']): string {
  return iconWith(`<circle cx="8" cy="8" r="6" fill="${COLORS[color]}"/>`);
}

/** A ring, for pages without a level. A data URL. */
export const NEUTRAL_ICON = iconWith(
  `<circle cx="8" cy="8" r="5" fill="none" stroke="${COLORS.GREY}" stroke-width="2"/>`,
);

function iconWith(shape: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${shape}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
