import { commonTexts } from '../common-texts';

/** A placeholder while loading. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={commonTexts.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div className="skeleton-row" key={row} />
      ))}
    </div>
  );
}
