import * as z from 'zod';
import { definedOf } from '../../platform/defined-of';
import { invalidInput } from '../../keys/read-input';
import { editQuotas, findWrongQuotas, limitsOf, QUOTAS_CONFIGURATION, quotasChange } from '../../quota/change-quotas';
import type { Quotas } from '../../quota/policies';
import { lowerQuotas, OWN_QUOTA_NAMES, type OwnQuotaName } from '../../quota/site-quotas';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';

/** Shows and sets the quotas of the site. */

export interface QuotasView {
  /** 0: they were never changed. */
  readonly rev: number;
  readonly quotas: readonly {
    readonly name: OwnQuotaName;
    /** The value that an admin set. Omitted: the vendor's applies. */
    readonly own?: number;
    /** Omitted: the vendor has turned quotas off. */
    readonly applied?: number;
    readonly min: number;
    /** The vendor's. */
    readonly max: number;
  }[];
}

export const getQuotas = operation(noInput, (request): Promise<QuotasView> => readView(request));

export const changeQuotas = operation(
  z.strictObject({ rev, changes: quotasChange }),
  async (request, { rev, changes }) => {
    const wrong = findWrongQuotas(changes, maximumOf(request));
    if (wrong.length > 0) throw invalidInput(wrong.map(({ name, message }) => ({ field: `changes.${name}`, message })));
    await changeAsAdmin(request, QUOTAS_CONFIGURATION, rev, {
      type: 'settings.updated',
      subject: 'quotas',
      edit: editQuotas(changes),
    });
    return readView(request);
  },
);

async function readView(request: AdminRequest): Promise<QuotasView> {
  const { revision, own } = await QUOTAS_CONFIGURATION.read(request.storage, request.installationId);
  const maximum = maximumOf(request);
  const applied = maximum === 'off' ? undefined : lowerQuotas(maximum, own);
  const quotas = OWN_QUOTA_NAMES.map((name) => ({
    name,
    ...definedOf({ own: own[name], applied: applied?.[name] }),
    ...limitsOf(name, maximum),
  }));
  return { rev: revision, quotas };
}

function maximumOf({ quotas }: AdminRequest): Quotas | 'off' {
  return quotas === 'off' ? quotas : quotas.maximum;
}
