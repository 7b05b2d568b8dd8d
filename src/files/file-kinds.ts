/** The kinds of files that an admin can choose to scan, by the ends of their names. The bytes decide how a file is read. */
export const FILE_KINDS = ['pdf', 'documents', 'spreadsheets', 'presentations', 'texts', 'emails', 'archives'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The maximum that an admin can choose. */
export const MAX_FILE_MEGABYTES = 20;

const ENDINGS: Readonly<Partial<Record<string, FileKind>>> = Object.fromEntries(
  (
    [
      ['pdf', 'pdf'],
      ['documents', 'docx docm dotx dotm odt ott fodt rtf doc dot'],
      ['spreadsheets', 'xlsx xlsm xltx xltm ods ots fods csv tsv tab xls xlt xlsb'],
      ['presentations', 'pptx pptm ppsx ppsm potx potm odp otp fodp ppt pps pot'],
      ['emails', 'eml msg mht mhtml'],
      ['archives', 'zip tar gz tgz 7z rar xz bz2 zst'],
    ] as const
  ).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind])),
);

/** Any other name may be that of a text, such as source code. */
export function fileKindOf(name: string): FileKind {
  return ENDINGS[/\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'texts';
}
