import { Button } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Page } from '../parts/page';

const words = messages.common.unknownPage;

export const UnknownPage = () => (
  <Page title={words.title}>
    <Empty title={words.text}>
      <Button component={Link} to="/updates">
        {words.back}
      </Button>
    </Empty>
  </Page>
);

/** At an address that no screen has: without the frame of the application, which nobody has signed in to. */
export const UnknownAddress = () => (
  <main style={{ padding: '2rem 1rem' }}>
    <UnknownPage />
  </main>
);
