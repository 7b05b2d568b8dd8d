import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback, useState } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';

const RevertDialog = lazy(() => import('../keys/revert-dialog'));

/** Skips empty parts of the list, because the admin may see pages further on. */
async function readFirst() {
  for (let cursor: string | undefined; ;) {
    const answer = await ask('listLostSubLevels', cursor === undefined ? {} : { cursor });
    if (!answer.ok || answer.value.pages.length > 0 || answer.value.cursor === undefined) return answer;
    ({ cursor } = answer.value);
  }
}

/** The pages whose sub-level a rule from findings removed. Shows nothing on a site without such pages. */
export function LostSubLevels() {
  const { lostSubLevels } = texts;
  const { load, reload, refresh } = useLoad(useCallback(readFirst, []));
  const [isOpen, setOpen] = useState(false);
  if (load.state === 'failed')
    return <Failure title={lostSubLevels.failed} error={load.error} onRetry={() => void reload()} />;
  if (load.state !== 'ready' || (load.value.pages.length === 0 && !isOpen)) return null;
  const { pages, cursor } = load.value;
  const close = () => {
    setOpen(false);
    void refresh();
  };
  return (
    <Section
      id="lost-sub-levels"
      title={lostSubLevels.title}
      intro={lostSubLevels.intro}
      actions={<Button onClick={() => setOpen(true)}>{lostSubLevels.restore}</Button>}
    >
      <ul>
        {pages.map(({ pageId, title }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={title} />
          </li>
        ))}
      </ul>
      {cursor !== undefined && <p className="note">{lostSubLevels.more}</p>}
      <Suspense>{isOpen && <RevertDialog title={lostSubLevels.title} onClose={close} />}</Suspense>
    </Section>
  );
}
