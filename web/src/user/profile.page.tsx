import { Page } from '../parts/page';
import { messages } from '../messages';

export const ProfilePage = () => <Page title={messages.common.navigation.profile}>{null}</Page>;
