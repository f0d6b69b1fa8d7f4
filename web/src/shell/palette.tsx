import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { messages } from '../messages';
import { Icon } from '../parts/icon';
import { SCREENS } from './navigation';

const [store, actions] = createSpotlight();

export const openPalette = () => actions.open();

/** Ctrl-K: goes to a screen, a favorite or a product by a few letters. */
export function Palette() {
  const navigate = useNavigate();
  const screens = SCREENS.map(({ to, name }) => ({
    id: to,
    label: messages.common.navigation[name],
    leftSection: <Icon name={name} />,
    onClick: () => void navigate({ to }),
  }));
  return (
    <Spotlight
      store={store}
      shortcut="mod + K"
      actions={screens}
      highlightQuery
      nothingFound={messages.common.palette.nothing}
      searchProps={{
        placeholder: messages.common.palette.placeholder,
        'aria-label': messages.common.palette.placeholder,
      }}
    />
  );
}
