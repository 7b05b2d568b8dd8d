import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { AlertsView } from '../../../../src/admin/site/alerts';
import { ask, type OperationError } from '../operations';
import { pageIdIn } from '../page-address';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { TextField } from '../ui/form-fields';
import { Message } from '../ui/message';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { useSending } from '../use-sending';

/** The limit of the resolver. */
const MAX_PAGES = 5;

type Page = AlertsView['pages'][number];
type TestResult = keyof Omit<typeof texts.alerts.pages.tests, 'failed'>;

interface AlertPagesProps {
  readonly pages: readonly Page[];
  readonly saved: AlertsView;
  readonly error: string | undefined;
  readonly onChange: (pages: readonly Page[]) => void;
  /** Gets the alerts with the test alert. */
  readonly onTested: (view: AlertsView) => void;
}

/** The pages on which the app writes alerts. */
export function AlertPages({ pages, saved, error, onChange, onTested }: AlertPagesProps) {
  const { pages: t } = texts.alerts;
  return (
    <Section id="alert-pages" title={t.title} intro={t.intro}>
      {pages.length === 0 && <p>{t.none}</p>}
      <ul className="alert-pages">
        {pages.map((page) => (
          <ChosenPage
            key={page.pageId}
            page={{ ...page, ...saved.pages.find(({ pageId }) => pageId === page.pageId) }}
            onRemove={() => onChange(pages.filter(({ pageId }) => pageId !== page.pageId))}
            onTested={onTested}
          />
        ))}
      </ul>
      {pages.length < MAX_PAGES ? (
        <PageSearch
          error={error}
          onAdd={(page) => {
            if (!pages.some(({ pageId }) => pageId === page.pageId)) onChange([...pages, page]);
          }}
        />
      ) : (
        <p className="subtle">{t.full(MAX_PAGES)}</p>
      )}
    </Section>
  );
}

interface ChosenPageProps {
  readonly page: Page;
  readonly onRemove: () => void;
  readonly onTested: (view: AlertsView) => void;
}

function ChosenPage({ page: { pageId, title, problem }, onRemove, onTested }: ChosenPageProps) {
  const { pages: t } = texts.alerts;
  const { isSending, send } = useSending();
  const [result, setResult] = useState<TestResult>();
  const [failure, setFailure] = useState<OperationError>();
  const name = title ?? t.hiddenTitle(pageId);
  const test = () =>
    void send(async () => {
      setResult(undefined);
      const answer = await ask('sendTestAlert', { pageId });
      setFailure(answer.ok ? undefined : answer.error);
      if (!answer.ok) return;
      setResult(answer.value.outcome);
      onTested(answer.value.alerts);
    });
  return (
    <li>
      <div className="alert-page">
        <span>{title === undefined ? name : <PageLink pageId={pageId} title={title} />}</span>
        <span className="alert-page-actions">
          <Button spacing="compact" aria-label={t.testNamed(name)} isDisabled={isSending} onClick={test}>
            {t.test}
          </Button>
          <Button spacing="compact" appearance="subtle" aria-label={t.removeNamed(name)} onClick={onRemove}>
            {t.remove}
          </Button>
        </span>
      </div>
      <p role="status">{result !== undefined && t.tests[result]}</p>
      {failure !== undefined && <Failure title={t.tests.failed} error={failure} />}
      {problem !== undefined && result !== 'written' && <Message kind="warning" title={t.problems[problem]} />}
    </li>
  );
}

interface PageSearchProps {
  readonly error: string | undefined;
  readonly onAdd: (page: Page) => void;
}

/** Finds a page by the start of its title, or by its address. */
function PageSearch({ error, onAdd }: PageSearchProps) {
  const { pages: t } = texts.alerts;
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Page[]>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const search = () =>
    void send(async () => {
      const pageId = pageIdIn(text);
      const answer =
        pageId === undefined
          ? await ask('findPagesByTitle', { text: text.trim() })
          : await ask('describePages', { pageIds: [pageId] });
      setFailure(answer.ok ? undefined : answer.error);
      setFound(answer.ok ? answer.value.pages : undefined);
    });
  const add = (page: Page) => {
    onAdd(page);
    setText('');
    setFound(undefined);
  };
  return (
    <div className="alert-page-search">
      <TextField
        label={t.find}
        help={t.findHelp}
        error={error}
        value={text}
        maxLength={200}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return;
          event.preventDefault();
          search();
        }}
      />
      <Button isDisabled={isSending || text.trim() === ''} onClick={search}>
        {t.search}
      </Button>
      <p role="status">{isSending ? t.searching : found?.length === 0 ? t.notFound : ''}</p>
      {failure !== undefined && <Failure title={t.notSearched} error={failure} />}
      {found !== undefined && found.length > 0 && (
        <ul className="alert-pages">
          {found.map((page) => (
            <li key={page.pageId}>
              <Button spacing="compact" onClick={() => add(page)}>
                {t.add(page.title ?? page.pageId)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
