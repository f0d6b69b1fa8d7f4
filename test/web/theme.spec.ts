import * as mails from '../../src/notification/rendering/theme';
import * as web from '../../web/src/theme/colors';

it.each(['LIGHT', 'DARK'] as const)(
  'mails, the pages behind their links and the web application have the same colours: %s',
  (scheme) => {
    expect(web[scheme]).toEqual(mails[scheme]);
  },
);
