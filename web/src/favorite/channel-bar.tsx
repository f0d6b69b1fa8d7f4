import { Alert, Anchor } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import { messages } from '../messages';

const words = messages.favorites.updates;

/** Says that channels fail, with the way to them. */
export const ChannelBar = ({ failing }: { failing: number }) =>
  failing > 0 && (
    <Alert color="orange" mb="md" role="status">
      {words.channelsFail(failing)}{' '}
      <Anchor component={Link} to="/channels" underline="always">
        {words.seeChannels}
      </Anchor>
    </Alert>
  );
