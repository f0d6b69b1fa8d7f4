import type { ListedVersionResponse } from '../api/generated';
import { ActionIcon, Menu } from '../parts/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { ButtonMenu } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import { visibleText } from '../parts/name';
import { sayRefused } from '../parts/say';
import { sayDone } from '../parts/undo';

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
  return useMutation({
    mutationFn: (version: string) => api.updateFavorite(uuid, { version }),
    onSuccess: (_answer, version) =>
      sayDone(client, words.used(software, version), software, () =>
        api.updateFavorite(uuid, { version: before.version }),
      ),
    onError: sayRefused,
  });
}
