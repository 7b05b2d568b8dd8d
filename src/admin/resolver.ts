import { makeResolver } from '../platform/resolver';
import { SYSTEM } from '../quota/invocation';
import { ADMIN_CONTRACT, type AdminOperationName } from './contract';
import type { AdminOperation } from './input';
import { MODULES } from './modules';
import { type AdminDependencies, adminOperation } from './operation';

const isName = (name: string): name is AdminOperationName => Object.hasOwn(ADMIN_CONTRACT, name);

const isOperation = (value: unknown): value is AdminOperation => typeof value === 'function' && 'input' in value;

/** The types of the contract guarantee that the module exports the operation. */
async function load(name: AdminOperationName): Promise<AdminOperation> {
  const exported = new Map<string, unknown>(Object.entries(await MODULES[ADMIN_CONTRACT[name].module]()));
  const operation = exported.get(name);
  if (!isOperation(operation)) throw new Error(`the module of ${name} does not export it`);
  return operation;
}

export function createAdmin(dependencies: AdminDependencies) {
  const open = (name: AdminOperationName) =>
    adminOperation<object>(name, ADMIN_CONTRACT[name].effect, dependencies, async (request, payload) =>
      (await load(name))(request, payload),
    );
  return makeResolver(
    Object.fromEntries(
      Object.keys(ADMIN_CONTRACT)
        .filter(isName)
        .map((name) => [name, open(name)]),
    ),
  );
}

/** The resolver of the admin area. It ends before the platform's limit of 25 seconds. */
export const admin = createAdmin({ ...SYSTEM, operationLimitMs: 20_000 });
