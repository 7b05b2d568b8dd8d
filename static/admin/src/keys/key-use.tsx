import Button from '@atlaskit/button/new';
import type { KeyDetails } from '../../../../src/admin/audit/audit-log';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { refusalText } from '../texts/refusals';
import { Message } from '../ui/message';

type Use = NonNullable<KeyDetails['use']>;

interface KeyUseProps {
  /** undefined: it could not be loaded. */
  readonly use: Use | undefined;
  readonly onRetry: () => void;
}

/** The usage of a key, with its first and last use and its rejected requests. */
export function KeyUse({ use, onRetry }: KeyUseProps) {
  const { details } = texts;
  return (
    <section className="details-section">
      <h3>{details.use}</h3>
      {use === undefined ? (
        <Message kind="warning" title={details.useUnknown}>
          <Button onClick={onRetry}>{texts.retry}</Button>
        </Message>
      ) : (
        <dl className="facts">
          <div className="fact">
            <dt>{texts.keys.columns.lastUsed}</dt>
            <dd>{lastUse(use)}</dd>
          </div>
          {use.firstUsedAt !== undefined && (
            <div className="fact">
              <dt>{details.firstUsed}</dt>
              <dd>{formatInstant(use.firstUsedAt)}</dd>
            </div>
          )}
          <div className="fact">
            <dt>{details.refused}</dt>
            <dd>
              <Refusals refused={use.refused} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function Refusals({ refused }: Pick<Use, 'refused'>) {
  const { details } = texts;
  if (refused.length === 0) return details.notRefused;
  return (
    <>
      <ul className="trail">
        {refused.map(({ code, countAtLeast, lastAt, lastRoute }) => (
          <li key={code}>
            <code>{code}</code> {details.atLeast(countAtLeast)}
            <span className="line">{refusalText(code) ?? details.otherRefusal}</span>
            <span className="line note">{details.refusedLast(formatInstant(lastAt), lastRoute)}</span>
          </li>
        ))}
      </ul>
      <p className="note">{details.refusedNote}</p>
    </>
  );
}

function lastUse({ lastUsedAt, lastRoute }: Use): string {
  if (lastUsedAt === undefined) return texts.details.neverUsed;
  const instant = formatInstant(lastUsedAt);
  return lastRoute === undefined ? instant : texts.details.usedBy(instant, lastRoute);
}
