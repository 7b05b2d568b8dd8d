import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useRef } from 'react';
import type { CoveredPage, CoverageList } from '../../../../src/admin/runs/coverage';
import { type AddressPart, oneOf } from '../address-part';
import { formatInstant } from '../dates';
import { useNavigation } from '../navigation';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { SelectField } from '../ui/form-fields';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { useAddressState } from '../use-address-state';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { Table } from '../ui/table';

const KINDS = ['not-inspected', 'partial', 'stale', 'complete'] as const;
type Kind = (typeof KINDS)[number];

const CONTENTS = ['page', 'blogpost', 'all'] as const;

interface Shown {
  readonly kind: Kind;
  readonly content: (typeof CONTENTS)[number];
}

const SHOWN: AddressPart<Shown> = {
  read: ({ coverage, content }) => ({
    kind: oneOf(KINDS, coverage) ?? 'not-inspected',
    content: oneOf(CONTENTS, content) ?? 'page',
  }),
  write: ({ kind, content }) => ({ coverage: kind, content }),
};

/** Pages by the result of their last scan, with the reasons. */
export function CoveredPages() {
  const { pages: t } = texts.scans;
  const [shown, change] = useAddressState(SHOWN);
  const { kind, content } = shown;
  const { load, reload, setValue } = useLoad(useCallback(() => read(shown), [kind, content]));
  const { more, loadMore } = useLoadMore(`${kind} ${content}`, setValue);
  const section = useRef<HTMLElement>(null);
  const { coverage: linked } = useNavigation().query;
  // A link from a number leads to the list, which is below the scans.
  useEffect(() => {
    if (linked !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [linked, load.state]);
  return (
    <section ref={section} className="scans-section" aria-labelledby="scans-pages">
      <h2 id="scans-pages">{t.title}</h2>
      <div className="scans-filter">
        <SelectField
          label={t.show}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={(next) => change({ kind: next })}
        />
        <SelectField
          label={texts.content}
          value={content}
          options={CONTENTS.map((value) => ({ value, label: texts.contents[value] }))}
          onChange={(next) => change({ content: next })}
        />
        {kind === 'not-inspected' && <p className="note">{t.neverScanned}</p>}
      </div>
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={3}>
        {(list) => (
          <>
            {list.pages.length === 0 ? (
              <p role="status">
                {list.cursor !== undefined ? t.noneSoFar : content === 'page' ? t.none[kind] : t.noneOfContent}
              </p>
            ) : (
              <Pages pages={list.pages} />
            )}
            {more.state === 'failed' && <Failure title={t.failed} error={more.error} />}
            {list.cursor !== undefined && (
              <Button isLoading={more.state === 'loading'} onClick={() => void loadMore(() => readNext(shown, list))}>
                {t.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Pages({ pages }: { readonly pages: readonly CoveredPage[] }) {
  const { pages: t } = texts.scans;
  return (
    <Table caption={t.caption} headings={[t.columns.page, t.columns.state, t.columns.why, t.columns.when]}>
      {pages.map((page) => (
        <tr key={page.pageId}>
          <th scope="row" data-label={t.columns.page}>
            <PageLink pageId={page.pageId} title={page.title} />
          </th>
          <td data-label={t.columns.state}>{t.states[page.state]}</td>
          <td data-label={t.columns.why}>
            <Why page={page} />
          </td>
          <td data-label={t.columns.when}>{formatInstant(page.scannedAt)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Why({ page: { reasons, detectorsOverBudget, isStale } }: { readonly page: CoveredPage }) {
  const { pages: t } = texts.scans;
  const lines = [
    ...reasons.map((reason) => texts.detections.reasons[reason]),
    ...(detectorsOverBudget.length === 0 ? [] : [t.overBudget(detectorsOverBudget.join(', '))]),
    ...(isStale ? [t.stale] : []),
  ];
  if (lines.length === 0) return t.allScanned;
  return lines.map((words) => (
    <span className="line" key={words}>
      {words}
    </span>
  ));
}

function read({ kind, content }: Shown, cursor?: string): Promise<Outcome<CoverageList>> {
  return ask('listCoverage', { coverage: kind, contentType: content, ...(cursor === undefined ? {} : { cursor }) });
}

async function readNext(shown: Shown, list: CoverageList): Promise<Outcome<CoverageList>> {
  const answer = await read(shown, list.cursor);
  if (!answer.ok) return answer;
  return { ok: true, value: { ...answer.value, pages: [...list.pages, ...answer.value.pages] } };
}
