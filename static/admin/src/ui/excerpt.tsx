import './excerpt.css';

/** A masked excerpt of a finding. It never contains the value. */
export function Excerpt({ children }: { readonly children: string }) {
  return <span className="excerpt">{children}</span>;
}
