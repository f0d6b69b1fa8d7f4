import { Button, Group, Text } from '../parts/ui';
import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { EditDialog } from '../parts/edit-dialog';
import { Name } from '../parts/name';
import { TagMarks } from '../parts/tag-marks';
import { Card } from './card';

const words = messages.software.tags;

/** The tags of a favorite, and the dialog that changes them. */
export function TagsCard({ favorite }: { favorite: FavoriteRow }) {
  const { tags = [], software } = favorite;
  const { act, disabled } = useActions();
  const [isOpen, setOpen] = useState(false);
  const title = <Name>{messages.actions.edit.tagsOf(software, 1)}</Name>;
  return (
    <Card title={words.title}>
      <Group justify="space-between" align="center" wrap="nowrap">
        {tags.length > 0 ? (
          <TagMarks tags={tags} most={tags.length} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        )}
        <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => setOpen(true)}>
          {words.change}
        </Button>
      </Group>
      <EditDialog
        edited={isOpen ? { kind: 'tags', title, tags, count: 1 } : null}
        disabled={disabled}
        onClose={() => setOpen(false)}
        onSave={(operations) => {
          setOpen(false);
          for (const operation of operations) void act(operation, { rows: [favorite] });
        }}
      />
    </Card>
  );
}
