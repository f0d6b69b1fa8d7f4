import { Table, Text, Title } from '../parts/ui';
import { messages } from '../messages';
import { Dialog } from '../parts/dialog';
import { usePreferences } from '../parts/preferences';

const words = messages.common.shortcuts;

/** The keys. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [{ shortcuts }] = usePreferences();
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.title} size="lg">
      {!shortcuts && <Text c="dimmed">{words.off}</Text>}
      <Keys title={words.lists} rows={words.listKeys} />
      <Keys title={words.everywhere} rows={words.everywhereKeys} />
    </Dialog>
  );
}

const Keys = ({ title, rows }: { title: string; rows: [string, string][] }) => (
  <>
    <Title order={3} mt="md" mb="xs">
      {title}
    </Title>
    <Table>
      <tbody>
        {rows.map(([keys, what]) => (
          <tr key={keys}>
            <td style={{ width: '8rem' }}>
              {keys.split(' ').map((key) => (
                <kbd key={key} className="frame-key">
                  {key}
                </kbd>
              ))}
            </td>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </>
);
