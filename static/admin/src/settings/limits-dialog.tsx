import type { QuotasView } from '../../../../src/admin/site/quotas';
import { ChangeDialog } from '../configuration/change-dialog';
import { useChange } from '../configuration/use-change';
import { useDraft } from '../configuration/use-draft';
import { ask } from '../operations';
import { texts } from '../texts';
import { TextField } from '../ui/form-fields';
import { checkLimits, type LimitsDraft, limitDifferences, limitsDraftOf, sentLimit } from './limits-draft';

interface LimitsDialogProps {
  readonly view: QuotasView;
  readonly onChanged: (view: QuotasView) => void;
  readonly onClose: () => void;
}

/** Sets the quotas of the site. */
export default function LimitsDialog({ view, onChanged, onClose }: LimitsDialogProps) {
  const { dialog: t, names } = texts.limits;
  const change = useChange({
    list: view,
    onChanged,
    conflict: 'QUOTAS_CHANGED',
    conflictTitle: t.conflict,
    read: () => ask('getQuotas', {}),
    compare: (before, now) => Promise.resolve(limitDifferences(before, now)),
  });
  const { draft, edit, errors, form } = useDraft<LimitsDraft, QuotasView>({
    start: limitsDraftOf(view),
    change,
    check: (typed) => checkLimits(change.base, typed),
    latestIn: limitsDraftOf,
    send: (rev, _typed, changed) => {
      const changes = Object.entries(changed).map(([name, text]) => [name, sentLimit(text)]);
      return ask('changeQuotas', { rev, changes: Object.fromEntries(changes) });
    },
    saved: () => ({ id: 'limits-saved', title: t.saved, description: t.intro }),
    onClose,
  });
  return (
    <ChangeDialog title={t.title} submit={texts.configuration.save} form={form}>
      <p className="section-text">{t.intro}</p>
      {change.base.quotas.map(({ name, min, max }) => (
        <TextField
          key={name}
          label={names[name]}
          help={t.range(min, max)}
          error={errors[name]}
          inputMode="numeric"
          value={draft[name]}
          onChange={(text) => edit({ [name]: text })}
        />
      ))}
    </ChangeDialog>
  );
}
