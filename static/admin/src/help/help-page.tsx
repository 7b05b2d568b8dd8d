import { router } from '@forge/bridge';
import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { AppLink } from '../ui/app-link';
import { EmptyState } from '../ui/empty-state';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { GUIDES } from './guides';
import './help.css';

/** The guides. They are part of the app, so that they fit its version and need no other site. */
export default function HelpPage() {
  const { guide } = useNavigation().query;
  return guide === undefined ? <Contents /> : <Guide key={guide} name={guide} />;
}

function Contents() {
  const { help: t } = texts;
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      {t.groups.map(({ title, guides }) => (
        <section className="section" key={title}>
          <h2>{title}</h2>
          <ul className="plain-list">
            {guides.map(([name, label]) => (
              <li key={name}>
                <AppLink page="help" query={{ guide: name }} className="link">
                  {label}
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Guide({ name }: { readonly name: string }) {
  const { help: t } = texts;
  const { query, goTo } = useNavigation();
  const { section } = query;
  const { load } = useLoad(useCallback(() => readGuide(name), [name]));
  const body = useRef<HTMLElement>(null);
  const isReady = load.state === 'ready';
  useEffect(() => {
    if (!isReady || section === undefined) return;
    // Anyone can write an address, so the section is compared and never part of a selector.
    const heading = [...(body.current?.querySelectorAll('[id]') ?? [])].find(({ id }) => id === section);
    heading?.scrollIntoView();
  }, [isReady, section]);

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null) return;
    event.preventDefault();
    if (link.dataset.external !== undefined) return void router.open(link.href).catch(() => undefined);
    const { guide = '', section: to = '' } = link.dataset;
    goTo('help', { guide: guide === '' ? name : guide, ...(to !== '' && { section: to }) });
  };
  const all = (
    <AppLink page="help" className="link">
      {t.all}
    </AppLink>
  );
  if (load.state === 'loading') return <Skeleton rows={10} />;
  if (load.state === 'failed') {
    return (
      <EmptyState title={t.notFound} body={t.notFoundBody}>
        {all}
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={load.value.title} intro={t.guideIntro} actions={all} />
      {/* The build renders it from the files of this repository, without HTML from them. */}
      <article ref={body} className="guide" onClick={onClick} dangerouslySetInnerHTML={{ __html: load.value.html }} />
    </>
  );
}

async function readGuide(name: string) {
  try {
    const guide = await GUIDES.get(name)?.();
    return guide === undefined ? ({ ok: false, error: 'unknown' } as const) : ({ ok: true, value: guide } as const);
  } catch {
    return { ok: false, error: 'not loaded' } as const;
  }
}
