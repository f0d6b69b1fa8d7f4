// Imports folders and archives of public data sets, each of many files, into the catalogue.
import { Database } from '../../../dist/database/database.js';
import { CatalogueImporter } from '../../../dist/source/catalogue/catalogue-importer.js';
import { openFiles } from './files.mjs';
import { RELEASE_DATA_FILES, releaseDataReadings } from './release-data.mjs';
import { WINGET_FILES, wingetReadings } from './winget.mjs';

const FORMATS = {
  winget: { choice: WINGET_FILES, read: wingetReadings },
  'release-data': {
    choice: RELEASE_DATA_FILES,
    read: (files, app) => releaseDataReadings(files, (identity) => namesOf(app.get(Database), identity)),
  },
};

/** Of the product with this identity and of its publisher; undefined = there is none. Index: software_identity. */
async function namesOf(database, identity) {
  const [names] = await database.query(
    `SELECT s.name AS software, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id
     WHERE s.identity = ?`,
    [identity],
  );
  return names;
}

/** Throws when the location cannot be opened, an archive is damaged or the database is unavailable; committed records stay. */
export async function importFiles(app, format, location, events = {}) {
  const { choice, read } = FORMATS[format];
  const { files, done } = await openFiles(location, choice);
  const progress = () => events.progress?.(done());
  return app.get(CatalogueImporter).importAll(read(files, app), { ...events, progress });
}
