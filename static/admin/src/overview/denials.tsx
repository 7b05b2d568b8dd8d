import type { DenialsView } from '../../../../src/admin/pages/page-use';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Fact } from '../ui/fact';

/** How often agents, rules and scripts were refused a page, by purpose and level. On the overview and below the rules. */
export function Denials({ denials: { asOf, denied } }: { readonly denials: DenialsView }) {
  const { denials: t, purposes } = texts.pageUse;
  const total = denied.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <p>{t.total(total)}</p>
      <dl className="facts">
        {Object.entries(purposes).map(([purpose, name]) => {
          const ofPurpose = denied.filter((one) => one.purpose === purpose).toSorted((a, b) => b.count - a.count);
          if (ofPurpose.length === 0) return null;
          return (
            <Fact key={purpose} label={name}>
              {ofPurpose.map((one) => t.ofLevel(one)).join(', ')}
            </Fact>
          );
        })}
      </dl>
      <p className="note">{t.note(formatInstant(asOf))}</p>
    </>
  );
}
