import type { Query } from '../address-part';

/** The open dialog. The request that it is about is in the address, the account ID never. */
export type OpenDialog =
  { readonly dialog: 'request' } | { readonly dialog: 'confirm' | 'withdraw'; readonly erasureId: string };

export function openDialogIn({ dialog, erasureId }: Query): OpenDialog | undefined {
  if (dialog === 'request') return { dialog };
  const isAboutRequest = dialog === 'confirm' || dialog === 'withdraw';
  return isAboutRequest && erasureId !== undefined ? { dialog, erasureId } : undefined;
}

/** Their buttons no longer exist afterwards. */
export const FOCUS_IDS = { confirm: 'erasures', withdraw: 'erasures' };
