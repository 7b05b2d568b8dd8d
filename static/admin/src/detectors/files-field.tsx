import { useCallback } from 'react';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { formatDuration } from '../dates';
import { SpacePicker } from '../keys/space-limit';
import { ask } from '../operations';
import { texts } from '../texts';
import { CheckboxChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { TextField } from '../ui/form-fields';
import { useLoad } from '../use-load';

type Files = DetectionView['attachmentContents'];
type FileKind = Files['kinds'][number];

export interface FilesDraft {
  readonly enabled: boolean;
  readonly maxMegabytes: string;
  readonly kinds: readonly string[];
  readonly spaces: readonly SpaceName[];
}

const FILE_KINDS = Object.keys(texts.detectors.site.fileKind) as FileKind[];

/** Spaces have their ids until their names are loaded. */
export function filesDraftOf({ enabled, maxMegabytes, kinds, spaceIds }: Files): FilesDraft {
  const spaces = spaceIds.map((id) => ({ id, key: id, name: id }));
  return { enabled, maxMegabytes: String(maxMegabytes), kinds, spaces };
}

export function sentFiles({ enabled, maxMegabytes, kinds, spaces }: FilesDraft) {
  return {
    enabled,
    maxMegabytes: megabytesOf(maxMegabytes) ?? 1,
    kinds: FILE_KINDS.filter((kind) => kinds.includes(kind)),
    spaceIds: spaces.map(({ id }) => id),
  };
}

/** Undefined: it is not valid. */
function megabytesOf(text: string): number | undefined {
  const number = Number(text.trim());
  return Number.isInteger(number) && number >= 1 && number <= 20 ? number : undefined;
}

export function checkFiles({ maxMegabytes, kinds }: FilesDraft): Readonly<Record<string, string>> {
  const { wrongMegabytes, noFileKinds } = texts.detectors.site;
  return {
    ...(megabytesOf(maxMegabytes) === undefined ? { maxMegabytes: wrongMegabytes } : {}),
    ...(kinds.length === 0 ? { kinds: noFileKinds } : {}),
  };
}

interface FilesFieldProps {
  readonly draft: FilesDraft;
  /** True: an estimate shows what turning it on costs. */
  readonly isNew: boolean;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly onChange: (draft: FilesDraft) => void;
}

/** If attached files are scanned, and which. */
export function FilesField({ draft, isNew, errors, onChange }: FilesFieldProps) {
  const { site: t } = texts.detectors;
  const edit = (changes: Partial<FilesDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <FieldGroup label={t.files} help={t.filesHelp}>
        <CheckboxChoices
          label={t.files}
          chosen={draft.enabled ? ['enabled'] : []}
          choices={[{ value: 'enabled', label: t.scanFiles }]}
          onChange={(chosen) => edit({ enabled: chosen.length > 0 })}
        />
      </FieldGroup>
      {draft.enabled && (
        <>
          {isNew && <FilesEstimate spaces={draft.spaces} />}
          <TextField
            label={t.maxMegabytes}
            error={errors['maxMegabytes']}
            isRequired
            inputMode="numeric"
            value={draft.maxMegabytes}
            onChange={(maxMegabytes) => edit({ maxMegabytes })}
          />
          <FieldGroup label={t.fileKinds} error={errors['kinds']}>
            <CheckboxChoices
              label={t.fileKinds}
              chosen={draft.kinds}
              choices={FILE_KINDS.map((kind) => ({ value: kind, label: t.fileKind[kind] }))}
              onChange={(kinds) => edit({ kinds })}
            />
          </FieldGroup>
          <FieldGroup label={t.fileSpaces} help={t.fileSpacesHelp}>
            <SpacePicker spaces={draft.spaces} onChange={(spaces) => edit({ spaces })} />
          </FieldGroup>
        </>
      )}
    </>
  );
}

function FilesEstimate({ spaces }: Pick<FilesDraft, 'spaces'>) {
  const { filesEstimate, filesUnknown } = texts.detectors.site;
  const read = useCallback(() => ask('estimateFiles', { spaceIds: spaces.map(({ id }) => id) }), [spaces]);
  const { load } = useLoad(read);
  if (load.state === 'loading') return <p role="status" aria-busy />;
  const offer = load.state === 'ready' ? load.value.offer : undefined;
  return (
    <p className="note" role="status">
      {offer === undefined ? filesUnknown : filesEstimate(offer.files, offer.points, formatDuration(offer.seconds))}
    </p>
  );
}
