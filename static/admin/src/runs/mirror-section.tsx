import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { MirrorView, WalkView } from '../../../../src/admin/levels/mirror';
import type { Level } from '../../../../src/classification/model';
import type { Query } from '../address-part';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { usePolling } from '../use-polling';
import { useSending } from '../use-sending';
import { CancelUpdateDialog } from './cancel-update-dialog';
import { ShownWalk } from './shown-walk';

const HEADING = 'bylines-and-search';
const FOCUS_IDS = { cancel: HEADING } as const;
const REFRESH_EVERY_MS = 3_000;

const readMirror = () => ask('getMirror', {});

interface MirrorSectionProps {
  /** For the name of the level of an update. */
  readonly levels: readonly Level[];
}

const cancelIn = ({ dialog, walkId }: Query) =>
  dialog === 'cancel' && walkId !== undefined ? { dialog, walkId } : undefined;

/** The update of all pages, with its progress. */
export function MirrorSection({ levels }: MirrorSectionProps) {
  const { mirror: t } = texts;
  const { load, reload, setValue } = useLoad(readMirror);
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: OperationError }>();
  const { isSending, send } = useSending();
  const { open, show, close } = useOpenDialog(cancelIn, FOCUS_IDS);
  const walk = load.state === 'ready' ? load.value.walk : undefined;

  const put = useCallback(
    (title: string, answer: Outcome<MirrorView>) => {
      if (answer.ok) setValue(answer.value);
      setFailure(answer.ok ? undefined : { title, error: answer.error });
    },
    [setValue],
  );
  const onAnswer = useCallback((answer: Outcome<MirrorView>) => put(t.notUpdated, answer), [put, t]);
  // Does not poll while an action is sent, because an older response would replace its result.
  usePolling(walk?.state === 'running' && !isSending ? walk.walkId : undefined, readMirror, onAnswer, REFRESH_EVERY_MS);

  const act = (action: () => Promise<Outcome<MirrorView>>) =>
    void send(async () => {
      put(t.notDone, await action());
    });

  return (
    <Section id={HEADING} title={t.title} intro={t.intro}>
      {failure !== undefined && (
        <Failure {...failure} onRetry={() => void reload().then(() => setFailure(undefined))} />
      )}
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={2}>
        {(view) => (
          <>
            {view.walk === undefined ? <p>{t.never}</p> : <ShownWalk walk={view.walk} levels={levels} />}
            <div className="section-buttons">
              {view.walk === undefined || !isOpen(view.walk) ? (
                <Button isDisabled={isSending} onClick={() => act(() => ask('startMirrorWalk', {}))}>
                  {t.start}
                </Button>
              ) : (
                <OpenWalkButtons
                  walk={view.walk}
                  isSending={isSending}
                  onAct={act}
                  onCancel={(walkId) => show({ dialog: 'cancel', walkId })}
                />
              )}
            </div>
          </>
        )}
      </Loaded>
      {open !== undefined && <CancelUpdateDialog walkId={open.walkId} onCanceled={setValue} onClose={close} />}
    </Section>
  );
}

function isOpen({ state }: WalkView): boolean {
  return state === 'running' || state === 'paused';
}

interface OpenWalkButtonsProps {
  readonly walk: WalkView;
  readonly isSending: boolean;
  readonly onAct: (action: () => Promise<Outcome<MirrorView>>) => void;
  readonly onCancel: (walkId: string) => void;
}

/** Pausing and resuming is one button, which keeps the focus. */
function OpenWalkButtons({ walk: { walkId, state }, isSending, onAct, onCancel }: OpenWalkButtonsProps) {
  const { mirror: t } = texts;
  const isPaused = state === 'paused';
  return (
    <>
      <Button
        aria-label={isPaused ? t.resumeNamed : t.pauseNamed}
        aria-disabled={isSending}
        onClick={() => onAct(() => ask(isPaused ? 'resumeMirrorWalk' : 'pauseMirrorWalk', { walkId }))}
      >
        {isPaused ? t.resume : t.pause}
      </Button>
      <Button appearance="subtle" aria-label={t.cancelNamed} onClick={() => onCancel(walkId)}>
        {t.cancel}
      </Button>
    </>
  );
}
