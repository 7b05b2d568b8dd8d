import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Progress } from '../ui/progress';
import { type Affected, type Change, useAffected } from './use-affected';

/** How many pages a change concerns, counted over stored findings. */
export function AffectedPages({ change }: { readonly change: Change }) {
  const { retry, ...affected } = useAffected(change);
  return <AffectedResult affected={affected} isWholeSite={change.of === 'detection'} onRetry={retry} />;
}

interface AffectedResultProps {
  readonly affected: Affected;
  /** False: only pages that the admin can view are counted. */
  readonly isWholeSite: boolean;
  readonly onRetry: () => void;
}

export function AffectedResult({ affected: { count, isDone, error }, isWholeSite, onRetry }: AffectedResultProps) {
  const { affected: t } = texts.preview;
  const { pages, changed, opening, closing, otherSeverity, below, belowAfter } = count;
  const kinds = [
    opening > 0 ? t.opening(opening) : undefined,
    closing > 0 ? t.closing(closing) : undefined,
    otherSeverity > 0 ? t.otherSeverity(otherSeverity) : undefined,
  ].filter((kind) => kind !== undefined);
  return (
    <div className="preview-result">
      {error !== undefined && <Failure title={t.failed} error={error} onRetry={onRetry} />}
      {!isDone && error === undefined && <Progress label={t.title} isRunning words={[t.counting(pages)]} />}
      {pages > 0 && !isDone && <p>{t.atLeast}</p>}
      {(isDone || pages > 0) && (
        <>
          <p>{changed === 0 ? t.none(pages) : t.changed(changed, pages)}</p>
          {kinds.length > 0 && <p>{kinds.join(' · ')}</p>}
          {below + belowAfter > 0 && <p>{t.below(belowAfter, below)}</p>}
          <p className="form-note">{isWholeSite ? t.wholeSite : t.visible}</p>
        </>
      )}
    </div>
  );
}
