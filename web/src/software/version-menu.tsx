import type { ListedVersionResponse } from '../api/generated';
import { ActionIcon, Menu } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { ButtonMenu } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { toast } from '../parts/toast';
import { type Done, DoneNote, refreshFavorites, remember, undo } from '../parts/undo';

const words = messages.software.versions;

/** What can be done with one version: it is in use, or it is to be skipped. */
export function VersionMenu({
  row,
  favorite,
  isSkipped,
}: {
  row: ListedVersionResponse;
  favorite: FavoriteRow;
  isSkipped: boolean;
}) {
  const isAway = useAwaySince() !== null;
  const { act } = useActions();
  const move = useVersionInUse(favorite);
  const skip = favorite.policy?.skip ?? [];
  const setSkip = (versions: string[]) =>
    void act({ action: 'policy', policy: { skip: versions } }, { rows: [favorite] });
  return (
    <ButtonMenu
      disabled={isAway}
      button={
        <ActionIcon aria-label={words.actionsOf(visibleText(row.version))} disabled={isAway}>
          <Icon name="more" size={16} />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={() => move.mutate(row.version)} disabled={favorite.version.version === row.version}>
        {words.use}
      </Menu.Item>
      {isSkipped ? (
        <Menu.Item onClick={() => setSkip(skip.filter((one) => one !== row.version))}>{words.unskip}</Menu.Item>
      ) : (
        <Menu.Item onClick={() => setSkip([...skip, row.version])}>{words.skip}</Menu.Item>
      )}
    </ButtonMenu>
  );
}

/** Says that another version is in use, with the way back. */
function useVersionInUse({ uuid, software, version: before }: FavoriteRow) {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: (version: string) => api.updateFavorite(uuid, { version }),
    onSuccess: (_answer, version) => {
      const done: Done = {
        results: Promise.resolve([]),
        takeBack: () => api.updateFavorite(uuid, { version: before.version }),
        names: [software],
      };
      remember(done);
      done.toast = toast('done', {
        color: 'accent',
        message: <DoneNote text={words.used(software, version)} onUndo={() => void undo(client, done)} />,
      });
      return refreshFavorites(client);
    },
    onError: (error) => {
      if (isProblem(error, 401)) return;
      toast('refused', {
        color: 'red',
        title: messages.actions.notDone,
        message: isProblem(error) ? error.message : messages.common.problem.awayText,
      });
    },
  });
  return move;
}
