import type * as z from 'zod';
import type { KeySettings, newKeyInput } from '../keys/key-settings';
import type { KeyView } from '../keys/key-view';
import type { AccountName } from './accounts';
import type { BaseAddress } from './base-address';
import type { CreatedKey } from './issue-key';
import type { listLevels } from './levels';
import type { FoundSpaces, SpaceName } from './spaces';

/** What the admin area sends and gets, by operation. The resolver defines exactly these; the UI imports these types. */
export interface AdminOperations {
  readonly createKey: { readonly payload: z.input<typeof newKeyInput>; readonly result: CreatedKey };
  readonly listKeys: { readonly payload: NoInput; readonly result: { readonly keys: readonly KeyView[] } };
  readonly getKey: { readonly payload: { readonly keyId: string }; readonly result: KeyView };
  readonly editKey: {
    readonly payload: { readonly keyId: string; readonly rev: number; readonly changes: Partial<KeySettings> };
    readonly result: KeyView;
  };
  readonly revokeKey: { readonly payload: { readonly keyId: string }; readonly result: KeyView };
  readonly listLevels: { readonly payload: NoInput; readonly result: Awaited<ReturnType<typeof listLevels>> };
  readonly findSpaces: { readonly payload: { readonly text: string }; readonly result: FoundSpaces };
  readonly describeSpaces: {
    readonly payload: { readonly spaceIds: readonly string[] };
    readonly result: { readonly spaces: readonly SpaceName[] };
  };
  readonly describeAccounts: {
    readonly payload: { readonly accountIds: readonly string[] };
    readonly result: { readonly accounts: readonly AccountName[] };
  };
  readonly getBaseAddress: { readonly payload: NoInput; readonly result: BaseAddress };
}

type NoInput = Readonly<Record<string, never>>;
