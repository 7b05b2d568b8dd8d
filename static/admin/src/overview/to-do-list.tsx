import Button from '@atlaskit/button/new';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { Card } from './card';
import type { ToDo } from './to-do';

const MARKS = { problem: '!', warning: '!', task: '›' } as const;

/** What to do next, the most important first. */
export function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
  const { toDo: t } = texts.overview;
  const { goTo } = useNavigation();
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
          {toDos.map(({ id, kind, title, body, action, page, query }) => (
            <li key={id} className={`to-do to-do-${kind}`}>
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
              <span className="screen-only">
                <Button spacing="compact" aria-label={`${action}: ${title}`} onClick={() => goTo(page, query)}>
                  {action}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
