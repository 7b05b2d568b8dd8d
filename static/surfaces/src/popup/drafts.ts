import { view } from '@forge/bridge';

/**
 * The texts that a person has typed in the popup, kept for the rest of the browser's session. A click outside the popup closes it, and
 * its frame with it. A draft stays in the browser, and belongs to one account and one page.
 */

let place: string | undefined;

/** A long number, an address, or a very long word may be a detected value, so such a text is not kept. */
const MAY_BE_VALUE = /\d[\d\s.,/-]{2,}\d|\S@\S|\S{25,}/;

/** Reads the account and the page of the frame. Without them, or without storage, nothing is kept. Never rejects. */
export async function openDrafts(): Promise<void> {
  try {
    const { accountId, extension } = await view.getContext();
    const content: unknown = extension['content'];
    const pageId = typeof content === 'object' && content !== null && 'id' in content ? content.id : undefined;
    place = typeof pageId === 'string' && accountId !== undefined ? `draft ${accountId} ${pageId}` : undefined;
  } catch {
    place = undefined;
  }
}

/** @param name `level` (the id of a level), `reason`, or the id of a finding. @returns an empty text without a draft */
export function draftOf(name: string): string {
  return readDrafts()[name] ?? '';
}

/** An empty text removes the draft. */
export function keepDraft(name: string, text: string): void {
  const { [name]: _before, ...others } = readDrafts();
  const drafts =
    text.trim() === '' || (name !== 'level' && MAY_BE_VALUE.test(text)) ? others : { ...others, [name]: text };
  try {
    if (place === undefined) return;
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(drafts));
  } catch {
    // The draft lives as long as the popup.
  }
}

function readDrafts(): Readonly<Record<string, string>> {
  try {
    const drafts: unknown = place === undefined ? {} : JSON.parse(sessionStorage.getItem(place) ?? '{}');
    if (typeof drafts !== 'object' || drafts === null) return {};
    return Object.fromEntries(Object.entries(drafts).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}
