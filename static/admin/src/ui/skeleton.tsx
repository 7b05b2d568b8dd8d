import { texts } from '../texts';

/** Where something is about to be. */
export function Skeleton() {
  return (
    <div className="skeleton" role="status" aria-label={texts.loading}>
      {Array.from({ length: 6 }, (_, row) => (
        <div className="skeleton-row" key={row} />
      ))}
    </div>
  );
}
