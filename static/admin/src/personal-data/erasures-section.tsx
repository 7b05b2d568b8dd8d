import Button from '@atlaskit/button/new';
import type { ErasureView } from '../../../../src/admin/site/personal-data';
import { formatInstant } from '../dates';
import { accountName } from '../names';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { Progress } from '../ui/progress';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { OpenDialog } from './open-dialog';
import { personOf, type PersonalData } from './read-personal-data';

interface ErasuresSectionProps {
  readonly data: PersonalData;
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** The erasures, and the requests that wait for this admin. */
export function ErasuresSection({ data, onOpen }: ErasuresSectionProps) {
  const { erasures: t } = texts.personalData;
  const forYou = data.erasures.filter(({ mayConfirm }) => mayConfirm).length;
  return (
    <Section
      id="erasures"
      title={t.title}
      intro={t.intro}
      actions={<Button onClick={() => onOpen({ dialog: 'request' })}>{t.request}</Button>}
    >
      {forYou > 0 && <Message kind="information" title={t.forYou(forYou)} />}
      {data.erasures.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <Table caption={t.caption} headings={Object.values(t.columns)}>
          {data.erasures.map((erasure) => (
            <ErasureRow key={erasure.erasureId} data={data} erasure={erasure} onOpen={onOpen} />
          ))}
        </Table>
      )}
    </Section>
  );
}

interface ErasureRowProps extends ErasuresSectionProps {
  readonly erasure: ErasureView;
}

function ErasureRow({ data, erasure, onOpen }: ErasureRowProps) {
  const { erasures: t } = texts.personalData;
  const { erasureId, accountId, cause, requestedAt, requestedBy, confirmedBy, mayConfirm, mayWithdraw } = erasure;
  const name = personOf(data, erasure);
  const nameOf = (admin: string) => accountName(data, admin);
  return (
    <tr>
      <th scope="row" data-label={t.columns.person}>
        {name}
        {accountId !== undefined && accountId !== name && (
          <span className="line note">
            <code>{accountId}</code>
          </span>
        )}
      </th>
      <td data-label={t.columns.why}>
        {formatInstant(requestedAt)}
        <span className="line note">
          {cause === 'closed' ? t.closed : requestedBy !== undefined && t.by(nameOf(requestedBy))}
        </span>
        {confirmedBy !== undefined && <span className="line note">{t.confirmedBy(nameOf(confirmedBy))}</span>}
      </td>
      <td data-label={t.columns.state}>
        <State erasure={erasure} name={name} />
      </td>
      <td data-label={t.columns.actions}>
        <div className="row-buttons">
          {mayConfirm && (
            <Button
              spacing="compact"
              aria-label={t.confirmOf(name)}
              onClick={() => onOpen({ dialog: 'confirm', erasureId })}
            >
              {t.confirm}
            </Button>
          )}
          {mayWithdraw && (
            <Button
              spacing="compact"
              appearance="subtle"
              aria-label={t.withdrawOf(name)}
              onClick={() => onOpen({ dialog: 'withdraw', erasureId })}
            >
              {t.withdraw}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function State({ erasure, name }: { readonly erasure: ErasureView; readonly name: string }) {
  const { erasures: t } = texts.personalData;
  const { state, rows, searched, nextAt, expiresAt, endedAt, mayWithdraw } = erasure;
  if (state === 'running' && searched !== undefined)
    return (
      <Progress
        label={t.progressOf(name)}
        isRunning
        done={searched.done}
        total={searched.total}
        words={[t.state.running, t.changed(rows)]}
      />
    );
  const notes = [
    state === 'requested' && expiresAt !== undefined ? t.expires(formatInstant(expiresAt)) : undefined,
    state === 'requested' && !mayWithdraw ? t.ownData : undefined,
    state === 'expired' && expiresAt !== undefined ? t.expired(formatInstant(expiresAt)) : undefined,
    state === 'waiting' && nextAt !== undefined ? t.continues(formatInstant(nextAt)) : undefined,
    state === 'done' && endedAt !== undefined ? formatInstant(endedAt) : undefined,
    state === 'waiting' || state === 'done' ? t.changed(rows) : undefined,
  ].filter((note) => note !== undefined);
  return (
    <>
      {t.state[state]}
      {notes.map((note) => (
        <span key={note} className="line note">
          {note}
        </span>
      ))}
    </>
  );
}
