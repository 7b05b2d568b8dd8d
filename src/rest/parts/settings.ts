import type { Route } from '../route';
import { editSpaceSettings } from '../routes/edit-space-settings';
import { getSettings } from '../routes/get-settings';
import { getSpaceSettings } from '../routes/get-space-settings';
import { createScheme, editScheme, getScheme, removeScheme } from '../routes/level-schemes';
import { setSettings } from '../routes/set-settings';

/** The operations below `/v1/setting`. */
export const routes: readonly Route[] = [
  getSettings,
  setSettings,
  getSpaceSettings,
  editSpaceSettings,
  createScheme,
  getScheme,
  editScheme,
  removeScheme,
];
