import { useEffect, useState } from 'react';
import { useNavigation } from '../navigation';

/**
 * Asks before the user closes a dialog and loses its contents: with a button, Escape, or Back and Forward of the browser.
 * @param isUnsaved whether there is something to lose
 */
export function useLeaveQuestion(isUnsaved: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  const { guard } = useNavigation();
  useEffect(() => (isUnsaved ? guard(() => setIsAsking(true)) : undefined), [isUnsaved, guard]);
  return {
    isAsking,
    /** Closes the dialog, or asks first. */
    leave: isUnsaved ? () => setIsAsking(true) : onClose,
    stay: () => setIsAsking(false),
  };
}
