import { useCallback, useMemo, useState } from 'react';
import { OutdatedPages } from '../detectors/outdated-pages';
import { findOutdated } from '../detectors/schemes';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { FOCUS_IDS, openDialogIn, SpacesDialog } from './open-dialog';
import { SpaceAdminsSection } from './space-admins-section';
import type { SpacesAndSettings } from './spaces-and-settings';
import { SpacesBrowser } from './spaces-browser';

/** The spaces with their settings and numbers, and the settings that their admins may change. */
export default function SpacesPage() {
  const { spaces: t } = texts;
  const { load, reload, update } = useLoad(useCallback(readAll, []));
  const { open, show, close } = useOpenDialog(openDialogIn, FOCUS_IDS);
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} terms={['allowedLevels', 'floor', 'scheme']} />
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={12}>
        {(value) => (
          <>
            <Outdated detection={value.detection} />
            <SpacesBrowser {...value} onEdit={show} />
            <SpaceAdminsSection list={value.list} onEdit={() => show({ dialog: 'spaceAdmins' })} />
            {open !== undefined && (
              <SpacesDialog
                open={open}
                list={value.list}
                detection={value.detection}
                onChanged={(list) => update((before) => ({ ...before, list }))}
                onDetectionChanged={(detection) => update((before) => ({ ...before, detection }))}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The pages that need a scan after a change of detectors on this page. */
function Outdated({ detection }: Pick<SpacesAndSettings, 'detection'>) {
  const [opened] = useState(detection);
  return <OutdatedPages {...useMemo(() => findOutdated(opened, detection), [opened, detection])} />;
}

async function readAll(): Promise<Outcome<SpacesAndSettings>> {
  const [list, detection, overview] = await Promise.all([
    ask('listLevels', {}),
    ask('getDetection', {}),
    ask('getOverview', {}),
  ]);
  if (!list.ok) return list;
  if (!detection.ok) return detection;
  if (!overview.ok) return overview;
  return { ok: true, value: { list: list.value, detection: detection.value, overview: overview.value } };
}
