// Writes the types and the client of the API from openapi.json. `npm run openapi` runs it; with `--print` to the output, for the
// test that compares what is committed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { generateApi } from 'swagger-typescript-api';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

async function clientOf(input) {
  const { files } = await generateApi({
    fileName: 'generated.ts',
    output: false,
    input,
    silent: true,
    unwrapResponseData: true,
    modular: false,
  });
  const text = files.map(({ fileContent }) => fileContent).join('\n');
  return format(text, { ...(await resolveConfig(path('../packages/client/src/generated.ts'))), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const client = await clientOf(path('../openapi.json'));
  if (process.argv.includes('--print')) process.stdout.write(client);
  else writeFileSync(path('../packages/client/src/generated.ts'), client);
}
