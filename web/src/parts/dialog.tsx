import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog whose code came when it was opened. Mantine takes down where the focus was when `opened` turns true; of a dialog that is made opened it
 * gives the focus back to nothing. So it is made closed.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isMade, setMade] = useState(false);
  useEffect(() => setMade(true), []);
  return <Modal {...props} opened={opened && isMade} />;
}
