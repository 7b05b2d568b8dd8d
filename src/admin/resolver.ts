import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { makeResolver } from '../platform/resolver';
import { readPeppers } from '../platform/secrets';
import { createKey, editKey, getKey, listAllKeys, revokeKey } from './keys';
import { type AdminDependencies, adminOperation } from './operation';
import { rotateKey } from './rotate-key';

/** What the admin area can ask for, by name. */
export function createAdmin(dependencies: AdminDependencies) {
  return makeResolver({
    createKey: adminOperation('createKey', dependencies, createKey),
    listKeys: adminOperation('listKeys', dependencies, listAllKeys),
    getKey: adminOperation('getKey', dependencies, getKey),
    editKey: adminOperation('editKey', dependencies, editKey),
    rotateKey: adminOperation('rotateKey', dependencies, rotateKey),
    revokeKey: adminOperation('revokeKey', dependencies, revokeKey),
  });
}

/** The resolver of the admin area. It ends before the platform's 25 seconds do. */
export const admin = createAdmin({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  operationLimitMs: 20_000,
});
