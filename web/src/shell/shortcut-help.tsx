import { Modal, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { messages } from '../messages';
import { usePreferences } from '../parts/preferences';
import { useShortcuts } from '../parts/shortcuts';
import { SCREENS } from './navigation';
import classes from './shell.module.css';

const words = messages.common.shortcuts;

/** `?` shows the keys; `g` and a letter go to a screen. */
export function ShortcutHelp() {
  const [isOpen, { open, close }] = useDisclosure();
  const [{ shortcuts }] = usePreferences();
  const navigate = useNavigate();
  const pressedG = useRef(0);
  useShortcuts({
    'shift+?': open,
    '?': open,
    g: () => void (pressedG.current = Date.now()),
  });
  useShortcuts(
    Object.fromEntries(
      SCREENS.map(({ to, key }) => [key, () => void (Date.now() - pressedG.current < 1_500 && navigate({ to }))]),
    ),
  );
  return (
    <Modal opened={isOpen} onClose={close} title={words.title} size="lg">
      {!shortcuts && <Text c="dimmed">{words.off}</Text>}
      <Keys title={words.lists} rows={words.listKeys} />
      <Keys title={words.everywhere} rows={words.everywhereKeys} />
    </Modal>
  );
}

const Keys = ({ title, rows }: { title: string; rows: [string, string][] }) => (
  <>
    <Title order={3} mt="md" mb="xs">
      {title}
    </Title>
    <Table>
      <Table.Tbody>
        {rows.map(([keys, what]) => (
          <Table.Tr key={keys}>
            <Table.Td w="8rem">
              {keys.split(' ').map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </Table.Td>
            <Table.Td>{what}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </>
);
