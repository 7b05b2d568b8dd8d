import { actorOf } from '../audit/event';
import {
  changeConfiguration,
  type Configuration,
  type ConfigurationChange,
  type ConfigurationKind,
} from '../configuration/change-configuration';
import type { RefusalText } from '../configuration/refusal-text';
import type { AdminRequest } from './operation';
import { type AdminError, type InvalidInput, invalidInput, Refusal } from './result';

/**
 * Changes a configuration in the admin area.
 * @param rev the revision that the edit is based on; undefined = any
 * @returns the configuration after the change
 * @throws Refusal, StorageUnavailableError, CorruptRecordError
 */
export async function changeAsAdmin<C extends Configuration, Reason extends string>(
  request: AdminRequest,
  kind: ConfigurationKind<C, Reason, AdminError['code']>,
  rev: number | undefined,
  change: ConfigurationChange<C, Reason>,
): Promise<C> {
  const actor = actorOf(request);
  const done = await changeConfiguration(
    kind,
    {
      ...request,
      clock: () => request.now,
      author: () => ({ actor, stillValid: [] }),
      isExpected: ({ revision }) => rev === undefined || revision === rev,
    },
    () => change,
  );
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return done.configuration;
    case 'refused':
      throw refusalOf(kind.refusals[done.reason], done.where);
    case 'outdated':
    case 'contended':
      throw refusalOf(kind.refusals.CHANGED, []);
  }
}

export function refusalOf(text: RefusalText<AdminError['code']>, where: readonly string[]): Refusal | InvalidInput {
  if ('field' in text) return invalidInput([{ field: text.field, message: text.message }]);
  return new Refusal(text.code, text.detail, where);
}
