import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/**
 * A dialog that gives the focus back to what opened it. Mantine takes down where the focus was when `opened` turns true, and gives it back when it turns
 * false. So a dialog that is made opened, as those are whose code comes when they are opened, is made closed; and one that is taken away while
 * it is open gives the focus back by itself.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isMade, setMade] = useState(false);
  const isOpen = useRef(opened);
  useEffect(() => void (isOpen.current = opened), [opened]);
  useEffect(() => {
    const before = document.activeElement;
    setMade(true);
    return () => {
      if (isOpen.current && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return <Modal {...props} opened={opened && isMade} />;
}
