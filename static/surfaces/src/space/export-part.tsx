import { useState } from 'react';
import { downloadCsv } from '../../../admin/src/download';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { spaceTexts as t } from './texts';

type Exported = 'pages' | 'findings';

/** CSV files, loaded in parts. A file is saved only if it is complete. */
export function ExportPart() {
  const [running, setRunning] = useState<Exported>();
  const [status, setStatus] = useState('');
  const [error, setError] = useState('');
  const run = async (of: Exported) => {
    setRunning(of);
    setError('');
    const parts: string[] = [];
    let rows = 0;
    let cursor: string | undefined;
    do {
      setStatus(t.exporting(rows));
      const answer = await ask('exportSpace', { of, ...(cursor === undefined ? {} : { cursor }) });
      if (!answer.ok || answer.value.state !== 'part') {
        setError(answer.ok ? '' : answer.error.message);
        setStatus(t.exportFailed);
        setRunning(undefined);
        return;
      }
      parts.push(answer.value.csv);
      rows += answer.value.rows;
      cursor = answer.value.cursor;
    } while (cursor !== undefined);
    downloadCsv(parts, `classification-${of}.csv`);
    setStatus(t.exported(rows));
    setRunning(undefined);
  };
  return (
    <section aria-labelledby="export">
      <h2 id="export">{t.export}</h2>
      <p className="note">{t.exportIntro}</p>
      <div className="buttons">
        <Button isBusy={running !== undefined} onClick={() => void run('pages')}>
          {t.exportPages}
        </Button>
        <Button isBusy={running !== undefined} onClick={() => void run('findings')}>
          {t.exportFindings}
        </Button>
      </div>
      <p className="note" role="status">
        {[status, error].join(' ').trim()}
      </p>
    </section>
  );
}
