import { Page } from '../parts/page';
import { messages } from '../messages';

export const SearchPage = () => <Page title={messages.common.navigation.search}>{null}</Page>;
