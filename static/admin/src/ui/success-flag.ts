import { showFlag } from '@forge/bridge';

export interface SuccessFlag {
  /** Replaces an earlier flag with the same ID. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

/** Confirms a finished action in the corner of the page. */
export function showSuccess(flag: SuccessFlag) {
  showFlag({ ...flag, type: 'success', isAutoDismiss: true });
}
