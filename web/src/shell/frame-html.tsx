import { renderToStaticMarkup } from 'react-dom/server';
import { Frame } from './frame';
import { Ghost } from './ghost';

/** The frame with a list that is not there yet, for the build (web/page.mjs). @param path an address; `*` = any other */
export const frameHtml = (path: string) =>
  renderToStaticMarkup(
    <Frame link="a" path={path} searchKey="Ctrl K">
      <Ghost path={path} />
    </Frame>,
  ).replace(/^<link[^>]*>/, '');
