// Writes the types and the client of the API from openapi.json. `npm run openapi` runs it; with `--print` to the output, for the
// test that compares what is committed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { generateApi } from 'swagger-typescript-api';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const target = path('../packages/client/src/generated.ts');
const { files } = await generateApi({
  fileName: 'generated.ts',
  output: false,
  input: path('../openapi.json'),
  silent: true,
  unwrapResponseData: true,
  modular: false,
});
const text = files.map(({ fileContent }) => fileContent).join('\n');
const client = await format(text, { ...(await resolveConfig(target)), parser: 'typescript' });
if (process.argv.includes('--print')) process.stdout.write(client);
else writeFileSync(target, client);
