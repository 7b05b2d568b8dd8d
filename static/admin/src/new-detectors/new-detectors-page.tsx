import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { NewDetector, NewDetectors } from '../../../../src/admin/detection/new-detectors';
import type { Query } from '../address-part';
import { ask, type OperationError } from '../operations';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { useSending } from '../use-sending';
import './new-detectors.css';
import { NewDetectorsTable } from './new-detectors-table';
import { TurnOnDialog } from './turn-on-dialog';

/** The dialog in the address of the page. Without a detector: all observed ones. */
function openDialogIn({ dialog, detectorId }: Query) {
  if (dialog !== 'turn-on') return undefined;
  return { dialog, ...(detectorId === undefined ? {} : { detectorId }) } as const;
}

const FOCUS_IDS = { 'turn-on': 'new-detectors-list' };

/** The detectors that came with updates of the app, and their observed findings. */
export default function NewDetectorsPage() {
  const { newDetectors: t } = texts;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listNewDetectors', {}), []));
  const { open, show, close } = useOpenDialog(openDialogIn, FOCUS_IDS);
  const turning = useTurning(setValue, reload);
  const { failure, isSending, turn, dismiss } = turning;
  const view = load.state === 'ready' ? load.value : undefined;
  const observed = view?.detectors.filter(({ isObserved }) => isObserved) ?? [];
  const chosen =
    open === undefined
      ? []
      : observed.filter(({ detectorId }) => open.detectorId === undefined || detectorId === open.detectorId);
  return (
    <>
      <PageHeader
        title={t.title}
        intro={t.intro}
        terms={['observed']}
        actions={
          observed.length > 1 && (
            <Button appearance="primary" onClick={() => show({ dialog: 'turn-on' })}>
              {t.turnAllOn}
            </Button>
          )
        }
      />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(list) => (
          <NewDetectorsList
            list={list}
            observed={observed}
            turning={turning}
            failure={open === undefined ? turning.failure : undefined}
            onTurnOn={(detectorId) => show({ dialog: 'turn-on', detectorId })}
          />
        )}
      </Loaded>
      {view !== undefined && chosen.length > 0 && (
        <TurnOnDialog
          rev={view.rev}
          detectors={chosen}
          isComplete={view.isComplete}
          isSending={isSending}
          error={failure}
          onSubmit={() =>
            turn(
              view.rev,
              chosen.map(({ detectorId }) => detectorId),
              true,
              close,
            )
          }
          onClose={() => {
            dismiss();
            close();
          }}
        />
      )}
    </>
  );
}

interface NewDetectorsListProps {
  readonly list: NewDetectors;
  readonly observed: readonly NewDetector[];
  readonly turning: ReturnType<typeof useTurning>;
  readonly failure: OperationError | undefined;
  readonly onTurnOn: (detectorId: string) => void;
}

function NewDetectorsList({ list, observed, turning, failure, onTurnOn }: NewDetectorsListProps) {
  const { newDetectors: t } = texts;
  const { lastTurnedOn, isSending, turn } = turning;
  return (
    <section id="new-detectors-list" className="new-detectors-list" tabIndex={-1} aria-label={t.list.caption}>
      {failure !== undefined && <Failure title={t.observeFailed} error={failure} />}
      {lastTurnedOn !== undefined && (
        <Message kind="information" title={t.turnedOn(lastTurnedOn.length)}>
          <p className="new-detectors-undo" role="status">
            {t.confirm.undo}
            <Button spacing="compact" isLoading={isSending} onClick={() => turn(list.rev, lastTurnedOn, false)}>
              {t.undo}
            </Button>
          </p>
        </Message>
      )}
      {list.detectors.length === 0 ? (
        <EmptyState title={t.none} body={t.noneBody}>
          <GoToLink page="detectors">{t.toDetectors}</GoToLink>
        </EmptyState>
      ) : (
        <>
          {observed.length === 0 && <p>{t.allOn}</p>}
          {!list.isComplete && <p className="note">{t.incomplete}</p>}
          {observed.length > 0 && (
            <NewDetectorsTable detectors={observed} isComplete={list.isComplete} onTurnOn={onTurnOn} />
          )}
          <TurnedOn
            detectors={list.detectors.filter(({ isObserved }) => !isObserved)}
            isSending={isSending}
            onObserve={(detectorId) => turn(list.rev, [detectorId], false)}
          />
        </>
      )}
    </section>
  );
}

interface TurnedOnProps {
  readonly detectors: readonly NewDetector[];
  readonly isSending: boolean;
  readonly onObserve: (detectorId: string) => void;
}

/** The new detectors that are on. */
function TurnedOn({ detectors, isSending, onObserve }: TurnedOnProps) {
  const { newDetectors: t } = texts;
  if (detectors.length === 0) return null;
  return (
    <Disclosure summary={t.turnedOnList(detectors.length)}>
      <ul className="new-detectors-on">
        {detectors.map(({ detectorId, name }) => (
          <li key={detectorId}>
            {name}
            <Button
              appearance="subtle"
              spacing="compact"
              aria-label={t.observeOne(name)}
              isDisabled={isSending}
              onClick={() => onObserve(detectorId)}
            >
              {t.observe}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Turns detectors on, or observes them again. */
function useTurning(onChanged: (list: NewDetectors) => void, reload: () => Promise<void>) {
  const [lastTurnedOn, setLastTurnedOn] = useState<readonly string[]>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const turn = (rev: number, detectorIds: readonly string[], isOn: boolean, onDone: () => void = () => undefined) =>
    void send(async () => {
      setFailure(undefined);
      const answer = await ask('turnNewDetectors', { rev, detectorIds: [...detectorIds], isOn });
      if (!answer.ok) {
        setFailure(answer.error);
        if (answer.error.code === 'DETECTION_CHANGED') await reload();
        return;
      }
      setLastTurnedOn(isOn ? detectorIds : undefined);
      onChanged(answer.value);
      onDone();
    });
  return { lastTurnedOn, failure, isSending, turn, dismiss: () => setFailure(undefined) };
}
