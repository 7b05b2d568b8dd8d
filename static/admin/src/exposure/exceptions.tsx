import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { ExceptionView, ExposureView } from '../../../../src/admin/pages/exposure';
import { formatMoment } from '../dates';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { useSending } from '../use-sending';

interface ExceptionsProps {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
}

/** The exceptions from the rules, with their end and reason. */
export function Exceptions({ view, onChanged }: ExceptionsProps) {
  const { exceptions: t, level: levelText } = texts.exposure;
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const end = (exceptionId: string) =>
    send(async () => {
      const answer = await ask('endExposureException', { rev: view.rev, exceptionId });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  // Another admin may have changed the exceptions, so the next attempt needs their revision.
  const reload = async () => {
    const answer = await ask('getExposure', {});
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) onChanged(answer.value);
  };
  return (
    <Section id="exposure-exceptions" title={t.title} intro={t.intro}>
      {error !== undefined && <Failure title={t.failed} error={error} onRetry={() => void reload()} />}
      {view.exceptions.length === 0 ? (
        <p className="subtle">{t.none}</p>
      ) : (
        <Table caption={t.title} headings={[t.what, levelText, t.until, t.reason, t.end]}>
          {view.exceptions.map((one) => (
            <tr key={one.exceptionId}>
              <th scope="row" data-label={t.what}>
                {whatOf(one)}
              </th>
              <td data-label={levelText}>{view.levels.find(({ levelId }) => levelId === one.levelId)?.name}</td>
              <td data-label={t.until}>{formatMoment(one.until)}</td>
              <td data-label={t.reason}>{one.reason}</td>
              <td data-label={t.end}>
                <Button
                  spacing="compact"
                  isDisabled={isSending}
                  aria-label={t.endNamed(whatOf(one))}
                  onClick={() => void end(one.exceptionId)}
                >
                  {t.end}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {view.otherExceptions > 0 && <p className="note">{t.others(view.otherExceptions)}</p>}
    </Section>
  );
}

const whatOf = ({ title, spaceName }: ExceptionView) => title ?? texts.exposure.exceptions.ofSpace(spaceName);
