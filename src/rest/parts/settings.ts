import type { Route } from '../route';
import { createScheme } from '../routes/create-scheme';
import { editScheme } from '../routes/edit-scheme';
import { editSpaceSettings } from '../routes/edit-space-settings';
import { getScheme } from '../routes/get-scheme';
import { getSettings } from '../routes/get-settings';
import { removeScheme } from '../routes/remove-scheme';
import { setSettings } from '../routes/set-settings';

/** The operations below `/v1/setting`. */
export const routes: readonly Route[] = [
  getSettings,
  setSettings,
  editSpaceSettings,
  createScheme,
  getScheme,
  editScheme,
  removeScheme,
];
