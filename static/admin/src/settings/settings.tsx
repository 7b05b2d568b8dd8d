import { useEffect, useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { type OpenDialog, SettingsDialog } from './open-dialog';
import { focusIds } from './place';
import { SchemesSection } from './schemes-section';
import { SiteSection } from './site-section';
import { SpacesSection } from './spaces-section';

interface SettingsProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

export function Settings({ list, onChanged }: SettingsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const [closed, setClosed] = useState<OpenDialog>();

  useEffect(() => {
    // What opened the dialog may be gone by now, as the row of a scheme that was removed.
    if (closed !== undefined && document.activeElement === document.body) {
      document.getElementById(focusIds[closed.dialog])?.focus();
    }
  }, [closed]);

  return (
    <>
      <SiteSection list={list} onEdit={() => setOpen({ dialog: 'site' })} />
      <SchemesSection
        list={list}
        onCreate={() => setOpen({ dialog: 'scheme', schemeId: undefined })}
        onEdit={(schemeId) => setOpen({ dialog: 'scheme', schemeId })}
        onRemove={(schemeId) => setOpen({ dialog: 'removeScheme', schemeId })}
      />
      <SpacesSection list={list} onEdit={(spaceId, name) => setOpen({ dialog: 'space', spaceId, name })} />
      {open !== undefined && (
        <SettingsDialog
          open={open}
          list={list}
          onChanged={onChanged}
          onClose={() => {
            setOpen(undefined);
            setClosed(open);
          }}
        />
      )}
    </>
  );
}
