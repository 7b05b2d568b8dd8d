import type { ErasureView, PersonalDataView } from '../../../../src/admin/site/personal-data';
import { accountName, erasedPersonName, type Names, readAccounts, shortCode } from '../names';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';

export interface PersonalData extends PersonalDataView {
  readonly accounts: Names['accounts'];
}

export async function readPersonalData(): Promise<Outcome<PersonalData>> {
  const answer = await ask('getPersonalData', {});
  return answer.ok ? { ok: true, value: await withAccounts(answer.value) } : answer;
}

/** Never rejects. */
export async function withAccounts(view: PersonalDataView): Promise<PersonalData> {
  const people = view.erasures.flatMap(({ accountId, requestedBy, confirmedBy }) =>
    [accountId, requestedBy, confirmedBy].filter((one) => one !== undefined),
  );
  return { ...view, accounts: await readAccounts(people) };
}

/** The account is known until the erasure is done or withdrawn. */
export function personOf({ accounts }: Pick<PersonalData, 'accounts'>, erasure: ErasureView): string {
  const { accountId, pseudonym, state } = erasure;
  if (accountId !== undefined) return accountName({ accounts }, accountId);
  return state === 'done' ? erasedPersonName(pseudonym) : texts.personalData.erasures.person(shortCode(pseudonym));
}
