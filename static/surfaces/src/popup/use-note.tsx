import { useCallback, useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import { useLoad } from '../../../admin/src/use-load';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { popupTexts } from './texts';

const { use: t } = popupTexts;

type UseAnswer = SurfaceOperations['checkUse']['result'];

/** *May I share this?*: asks when it opens, and again each time. */
export function UseNote() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="use-note" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{t.title}</summary>
      {isOpen && <Answer />}
    </details>
  );
}

function Answer() {
  const { load, reload } = useLoad(useCallback(() => ask('checkUse', {}), []));
  switch (load.state) {
    case 'loading':
      return <Skeleton rows={3} />;
    case 'failed':
      return <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />;
    case 'ready':
      return <Uses answer={load.value} />;
  }
}

/** The decisions, each with the purposes that have it for the same reasons. */
export function Uses({ answer }: { readonly answer: UseAnswer }) {
  if (answer.state !== 'checked') return <NoPageText state={answer.state} />;
  const { uses, validUntil } = answer;
  return (
    <div className="uses" role="status">
      <dl>
        {grouped(uses).map(({ decision, reasons, purposes }) => (
          <div key={purposes[0]}>
            <dt className={`use-${decision}`}>{t.decisions[decision]}</dt>
            <dd>{purposes.map((purpose) => t.purposes[purpose]).join(', ')}</dd>
            {reasons.length > 0 && <dd className="note">{reasons.map((reason) => t.reasons[reason]).join(' ')}</dd>}
          </div>
        ))}
      </dl>
      {uses.some(({ decision }) => decision === 'ask') && <p className="note">{t.ask}</p>}
      <p className="note">{t.validUntil(formatInstant(validUntil))}</p>
    </div>
  );
}

type Use = Extract<UseAnswer, { readonly state: 'checked' }>['uses'][number];

function grouped(uses: readonly Use[]) {
  const nameOf = ({ decision, reasons }: Use) => [decision, ...reasons].join(' ');
  const names = [...new Set(uses.map(nameOf))];
  return names.flatMap((name) => {
    const same = uses.filter((use) => nameOf(use) === name);
    return same.slice(0, 1).map((first) => ({ ...first, purposes: same.map(({ purpose }) => purpose) }));
  });
}
