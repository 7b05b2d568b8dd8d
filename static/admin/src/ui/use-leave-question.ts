import { useEffect, useRef, useState } from 'react';
import { useNavigation } from '../navigation';

/**
 * Asks before the user loses unsaved input with a button, Escape, another page, or Back and Forward of the browser. The
 * browser asks before its tab closes.
 * @param isUnsaved whether there is something to lose
 * @param onClose closes a dialog. Omitted if the input is on a page.
 */
export function useLeaveQuestion(isUnsaved: boolean, onClose: () => void = () => undefined) {
  const [isAsking, setIsAsking] = useState(false);
  const navigation = useRef<() => void>();
  const { guard } = useNavigation();
  useEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    const release = guard((navigate) => {
      navigation.current = navigate;
      setIsAsking(true);
    });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      release();
    };
  }, [isUnsaved, guard]);
  return {
    isAsking,
    /** Closes the dialog, or asks first. */
    leave: isUnsaved ? () => setIsAsking(true) : onClose,
    stay: () => setIsAsking(false),
    /** Opens the page that the user wanted to open. */
    discard: () => navigation.current?.(),
  };
}
