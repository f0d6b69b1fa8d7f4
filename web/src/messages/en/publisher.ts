import { counted } from './common';

export const publisher = {
  title: 'Publisher',
  site: 'Site',
  support: 'Support',
  privacy: 'Privacy',
  products: 'Products',
  count: (total: number) => counted(total, 'product'),
  none: 'No product of this publisher is in the catalogue',
  gone: {
    title: 'Unknown publisher',
    heading: 'There is no such publisher',
    text: 'The address may be wrong, or its products were removed from the catalogue.',
    search: 'Search',
  },
};
