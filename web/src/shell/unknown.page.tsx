import { Button } from '@mantine/core';
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
