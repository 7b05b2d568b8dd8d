import { texts } from '../texts';

/** A placeholder while loading. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={texts.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div className="skeleton-row" key={row} />
      ))}
    </div>
  );
}
