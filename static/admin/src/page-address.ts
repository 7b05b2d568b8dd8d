/** The page ID in a view URL, an edit URL or an older URL. */
const IN_ADDRESS = [
  /\/pages\/(?:edit(?:-v\d)?\/)?([1-9][0-9]{0,17})(?:[/?#]|$)/,
  /[?&]pageId=([1-9][0-9]{0,17})(?:[&#]|$)/,
];

/** @returns undefined if the text is neither a page ID nor a URL that contains one */
export function pageIdIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[1-9][0-9]{0,17}$/.test(trimmed)) return trimmed;
  return IN_ADDRESS.map((pattern) => pattern.exec(trimmed)?.[1]).find((id) => id !== undefined);
}
