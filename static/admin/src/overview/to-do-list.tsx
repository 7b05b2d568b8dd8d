import Button from '@atlaskit/button/new';
import { useState } from 'react';
import { texts } from '../texts';
import { Card } from './card';
import { useGoTo } from './go-to-link';
import type { Setup } from '../../../../src/admin/site/setup';
import { ask } from '../operations';
import { useSending } from '../use-sending';
import type { ToDo } from './to-do';

const MARKS = { problem: '!', warning: '!', task: '›' } as const;

/** The entries that are shown at first. */
const FEW = 5;

interface ToDoListProps {
  readonly toDos: readonly ToDo[];
  readonly onAccepted: (setup: Setup) => void;
}

/** The next tasks of an admin, the most important first. */
export function ToDoList({ toDos, onAccepted }: ToDoListProps) {
  const { toDo: t } = texts.overview;
  const goTo = useGoTo();
  const [isAll, setIsAll] = useState(false);
  const hidden = isAll ? 0 : Math.max(0, toDos.length - FEW);
  return (
    <Card id="to-do" title={t.title} isWide>
      {toDos.length === 0 ? (
        <div className="to-do to-do-none">
          <span className="to-do-mark" aria-hidden="true">
            ✓
          </span>
          <div className="to-do-text">
            <p className="to-do-title">{t.none}</p>
            <p className="note">{t.noneBody}</p>
          </div>
        </div>
      ) : (
        <ul className="to-dos">
          {toDos.map(({ id, kind, title, body, action, page, query, acceptable }, index) => (
            <li key={id} className={`to-do to-do-${kind}${index < toDos.length - hidden ? '' : ' print-only'}`}>
              <span className="to-do-mark" aria-hidden="true">
                {MARKS[kind]}
              </span>
              <div className="to-do-text">
                <p className="to-do-title">
                  <span className="visually-hidden">{t.severities[kind]}: </span>
                  {title}
                </p>
                <p className="note">{body}</p>
              </div>
              <span className="screen-only setup-buttons">
                {acceptable !== undefined && <Accept pages={acceptable} title={title} onAccepted={onAccepted} />}
                <Button spacing="compact" aria-label={`${action}: ${title}`} onClick={() => goTo(page, query)}>
                  {action}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="screen-only to-do-more">
          <Button spacing="compact" appearance="subtle" onClick={() => setIsAll(true)}>
            {t.more(hidden)}
          </Button>
        </p>
      )}
    </Card>
  );
}

interface AcceptProps extends Pick<ToDoListProps, 'onAccepted'> {
  readonly pages: number;
  readonly title: string;
}

/** Removes the task for all admins until there are more pages. */
function Accept({ pages, title, onAccepted }: AcceptProps) {
  const { toDo: t } = texts.overview;
  const { isSending, send } = useSending();
  const [hasFailed, setHasFailed] = useState(false);
  const accept = async () => {
    const answer = await ask('acceptHiddenPages', { pages });
    setHasFailed(!answer.ok);
    if (answer.ok) onAccepted(answer.value);
  };
  return (
    <>
      {hasFailed && <span role="alert">{t.notAccepted}</span>}
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={`${t.accept}: ${title}`}
        isDisabled={isSending}
        onClick={() => void send(accept)}
      >
        {t.accept}
      </Button>
    </>
  );
}
