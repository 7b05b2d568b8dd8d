import { useCallback, useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import type { ApiAnswer, ApiRequest } from '../../../../src/admin/keys/send-api-request';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Message } from '../ui/message';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import type { Treatment } from './rule';

interface SetLevelDialogProps {
  readonly pageId: string;
  readonly levelName: string;
  readonly classified: Treatment;
  readonly levels: readonly Level[];
  /** Contains the page ID. */
  readonly request: ApiRequest;
  readonly onAnswer: (answer: ApiAnswer) => void;
  readonly onClose: () => void;
}

/** Confirms a change to a real page. Shows the page and its new level. */
export function SetLevelDialog({
  pageId,
  levelName,
  classified,
  levels,
  request,
  onAnswer,
  onClose,
}: SetLevelDialogProps) {
  const { confirm } = texts.recipes;
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const { load } = useLoad(useCallback(() => lookUp(pageId, request), [pageId, request]));

  const setLevel = async () => {
    const answer = await ask('sendApiRequest', request);
    if (answer.ok) onAnswer(answer.value);
    else setFailure(answer.error);
  };

  return (
    <ConfirmDialog
      title={confirm.title}
      size="large"
      submit={confirm.submit}
      failure={{ title: confirm.failed, error: failure }}
      isSending={isSending}
      isDisabled={load.state === 'loading'}
      onSubmit={() => void send(setLevel)}
      onClose={onClose}
    >
      <Message
        kind="warning"
        title={classified === 'keep' ? confirm.becomesIfNone(levelName) : confirm.becomes(levelName)}
      >
        <div className="recipe-lookup" role="status">
          {load.state === 'ready' ? (
            <>
              <p>{load.value.title === undefined ? confirm.unknown(pageId) : confirm.page(load.value.title, pageId)}</p>
              <p>{currentLevel(load.value.options, levels, classified)}</p>
            </>
          ) : (
            <p>{confirm.loading}</p>
          )}
        </div>
        <p>{confirm.real}</p>
      </Message>
      <p className="recipe-label">{confirm.body}</p>
      <CodeBlock label={confirm.body} text={request.body ?? ''} copyLabel={confirm.copyBody} />
    </ConfirmDialog>
  );
}

interface Found {
  readonly title: string | undefined;
  /** The level of the page as the key can read it. undefined: it could not be loaded. */
  readonly options: ApiAnswer | undefined;
}

/** Loads the page before the change. Never fails, because missing information is omitted. */
async function lookUp(pageId: string, { headers }: ApiRequest): Promise<Outcome<Found>> {
  const [pages, options] = await Promise.all([
    ask('describePages', { pageIds: [pageId] }),
    ask('sendApiRequest', {
      method: 'GET',
      path: `/v1/page-level/by-page/${pageId}/levels`,
      // Other headers apply to the write request only.
      headers: headers.filter(([name]) => name === 'x-api-key' || name === 'Accept'),
    }),
  ]);
  return {
    ok: true,
    value: {
      title: pages.ok ? pages.value.pages[0]?.title : undefined,
      options: options.ok ? options.value : undefined,
    },
  };
}

function currentLevel(options: ApiAnswer | undefined, levels: readonly Level[], classified: Treatment): string {
  const { confirm } = texts.recipes;
  if (options === undefined) return '';
  if (options.status !== 200) return confirm.levelUnreadable(options.status);
  const { currentLevelId } = JSON.parse(options.body) as { readonly currentLevelId: string | null };
  if (currentLevelId === null) return confirm.nowNone;
  const name = levels.find(({ levelId }) => levelId === currentLevelId)?.name ?? currentLevelId;
  return classified === 'keep' ? confirm.nowKept(name) : confirm.now(name);
}
