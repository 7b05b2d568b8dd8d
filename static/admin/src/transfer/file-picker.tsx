import { type DragEvent, useRef, useState } from 'react';
import { texts } from '../texts';
import { Field } from '../ui/field';

interface FilePickerProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** The browser's file input. It also accepts dropped files. */
export function FilePicker({ label, help, error, isDisabled, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover' && !isDisabled);
    if (event.type !== 'drop' || isDisabled) return;
    // Shows the name of the dropped file.
    if (input.current !== null) input.current.files = event.dataTransfer.files;
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={isOver ? 'file-picker file-picker-over' : 'file-picker'}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <Field label={label} help={help} error={error}>
        {({ isInvalid: _isInvalid, ...control }) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".csv,text/csv,text/plain"
            disabled={isDisabled}
            onClick={(event) => {
              // Lets the user choose the same file again after a change.
              event.currentTarget.value = '';
            }}
            onChange={(event) => take(event.target.files)}
          />
        )}
      </Field>
      <p className="field-help">{texts.transfer.drop}</p>
    </div>
  );
}
