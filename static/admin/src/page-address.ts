/** In the address of a page, whether it is read or edited, and in the older form. */
const IN_ADDRESS = [
  /\/pages\/(?:edit(?:-v\d)?\/)?([1-9][0-9]{0,17})(?:[/?#]|$)/,
  /[?&]pageId=([1-9][0-9]{0,17})(?:[&#]|$)/,
];

/** @returns undefined where the text is neither the id of a page nor an address that holds one */
export function pageIdIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[1-9][0-9]{0,17}$/.test(trimmed)) return trimmed;
  return IN_ADDRESS.map((pattern) => pattern.exec(trimmed)?.[1]).find((id) => id !== undefined);
}
