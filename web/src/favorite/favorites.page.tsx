import { Page } from '../parts/page';
import { messages } from '../messages';

export const FavoritesPage = () => <Page title={messages.common.navigation.favorites}>{null}</Page>;
