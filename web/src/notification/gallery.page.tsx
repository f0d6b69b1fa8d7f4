import { Text } from '../parts/ui';
import { messages } from '../messages';
import { Page } from '../parts/page';
import { TypeGallery } from './type-gallery';

const words = messages.channels.gallery;

export const GalleryPage = () => (
  <Page title={words.title} lead={<Text c="dimmed">{words.lead}</Text>}>
    <TypeGallery />
  </Page>
);
