import { Pagination } from './ui';

/** The numbers of the pages of a list. */
export const Pages = (props: { value: number; total: number; onChange: (page: number) => void }) => (
  <Pagination {...props} />
);
