import type { QuotasView } from '../../../../src/admin/site/quotas';
import type { DraftErrors } from '../configuration/use-draft';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';

type Quota = QuotasView['quotas'][number];

/** Numbers as typed. Empty: the vendor's maximum. */
export type LimitsDraft = Readonly<Record<Quota['name'], string>>;

const textOf = (quota: Quota | undefined) => String(quota?.own ?? '');

export function limitsDraftOf({ quotas }: QuotasView): LimitsDraft {
  const of = (wanted: Quota['name']) => textOf(quotas.find(({ name }) => name === wanted));
  return { key: of('key'), 'key-write': of('key-write'), site: of('site'), host: of('host') };
}

/** The value for the resolver. NaN: not a number. */
export const sentLimit = (text: string) => (text.trim() === '' ? 'maximum' : Number(text));

/** Checks the changed limits. A limit above a maximum that the vendor has lowered since may stay. */
export function checkLimits({ quotas }: QuotasView, draft: LimitsDraft): DraftErrors<LimitsDraft> {
  const isWrong = (quota: Quota) => {
    const value = sentLimit(draft[quota.name]);
    if (value === 'maximum' || draft[quota.name] === textOf(quota)) return false;
    return !(Number.isInteger(value) && value >= quota.min && value <= quota.max);
  };
  const wrong = quotas.filter(isWrong);
  return Object.fromEntries(wrong.map(({ name, min, max }) => [name, texts.limits.dialog.wrong(min, max)]));
}

export function limitDifferences(before: QuotasView, now: QuotasView): readonly Change[] {
  const { names, maximum, number } = texts.limits;
  const shown = ({ own }: Quota) => (own === undefined ? maximum : number(own));
  return now.quotas.flatMap((quota) => {
    const old = before.quotas.find(({ name }) => name === quota.name);
    if (old === undefined || old.own === quota.own) return [];
    return [{ what: names[quota.name], before: shown(old), now: shown(quota) }];
  });
}
