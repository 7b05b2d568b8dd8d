import Button from '@atlaskit/button/new';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation } from '../navigation';
import { ask } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { openPage } from '../ui/page-link';
import { usePageSearch, useSpaceSearch } from '../use-live-search';
import {
  type Command,
  contentCommands,
  detectorCommands,
  keyCommands,
  matching,
  pageCommands,
  settingCommands,
  spaceCommands,
} from './commands';
import './command-menu.css';

/** Opens a page, a setting, a detector, a key, a space or a page of Confluence by its name. */
export default function CommandMenu({ onClose }: { readonly onClose: () => void }) {
  const { commandMenu: t } = texts;
  const { goTo } = useNavigation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, isLoading, hasFailed } = useFound(text);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const open = ({ label, target }: Command) => {
    onClose();
    if ('pageId' in target) void openPage(target.pageId, label);
    else goTo(target.page, target.query);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      open(chosen);
    }
    const step = STEPS[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setActive((active + step + found.length) % found.length);
  };
  return (
    <Dialog title={t.title} onClose={onClose} footer={<Button onClick={onClose}>{texts.close}</Button>}>
      <input
        className="input"
        type="search"
        role="combobox"
        aria-label={t.label}
        aria-expanded={found.length > 0}
        aria-controls="commands"
        aria-activedescendant={found[active]?.id}
        autoComplete="off"
        placeholder={t.label}
        maxLength={100}
        data-initial-focus=""
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
      />
      <p role="status" className="note command-status">
        {isLoading ? texts.loading : t.found(found.length)} {hasFailed && t.incomplete}
      </p>
      <ul id="commands" ref={list} className="commands" role="listbox" aria-label={t.title}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={command.id}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => open(command)}
          >
            <span className="command-label">{command.label}</span>
            <span className="note">{command.note}</span>
            <span className="note command-kind">{t.kinds[command.kind]}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The results for a text. */
function useFound(text: string) {
  const { commands, isLoading, hasFailed } = useCommands();
  const { search: ofSpaces } = useSpaceSearch(text.trim());
  const { search: ofPages } = usePageSearch(text.trim());
  const spaces = text.trim() !== '' && ofSpaces.state === 'found' ? ofSpaces.found.spaces : undefined;
  const pages = text.trim() !== '' && ofPages.state === 'found' ? ofPages.found.pages : undefined;
  const found = useMemo(
    () => [...matching([...commands, ...spaceCommands(spaces ?? [])], text), ...contentCommands(pages ?? [])],
    [commands, spaces, pages, text],
  );
  const isFailed = hasFailed || ofSpaces.state === 'failed' || ofPages.state === 'failed';
  return { found, isLoading, hasFailed: isFailed };
}

/** Pages and settings are there at once, detectors and keys after they are loaded. */
function useCommands() {
  const [loaded, setLoaded] = useState<readonly Command[]>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void Promise.all([ask('getDetection', {}), ask('listKeys', {})]).then(([detection, keys]) => {
      if (!isMounted) return;
      setHasFailed(!detection.ok || !keys.ok);
      setLoaded([
        ...(detection.ok ? detectorCommands(detection.value) : []),
        ...(keys.ok ? keyCommands(keys.value.keys) : []),
      ]);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  const commands = useMemo(() => [...pageCommands(), ...settingCommands(), ...(loaded ?? [])], [loaded]);
  return { commands, isLoading: loaded === undefined, hasFailed };
}
