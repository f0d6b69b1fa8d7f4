import { Pagination } from '@mantine/core';

/** The numbers of the pages of a list. */
export const Pages = (props: { value: number; total: number; onChange: (page: number) => void }) => (
  <Pagination mt="md" {...props} />
);
