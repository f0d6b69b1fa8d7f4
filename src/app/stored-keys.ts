import { existsSync, readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { keyIdOf, SecretError } from '../common/secret-box';
import { Config } from '../config/config';
import { keyFileIn } from '../config/secret-key';
import { StartError } from '../config/start-error';
import { ChannelRepository } from '../notification/channel-state/channel.repository';
import { SourceSettings } from '../source/polling/source-settings';

/** @throws StartError when SECRET_KEY is wrong: it decrypts none of the stored settings */
export async function assertKeys(app: INestApplicationContext): Promise<void> {
  try {
    await Promise.all([app.get(ChannelRepository), app.get(SourceSettings)].map(({ sealed }) => sealed.assertKey()));
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new StartError(`${error.message}. ${adviceOn(error, app.get(Config))}`, { cause: error });
  }
}

function adviceOn({ keyId }: SecretError, { dataDir, secretKey }: Config): string {
  const file = keyFileIn(dataDir);
  if (existsSync(file)) {
    const stored = readFileSync(file, 'utf8').trim();
    if (stored !== secretKey && keyIdOf(stored) === keyId)
      return (
        `That key is in ${file}: leave SECRET_KEY out of the environment to use it. To replace it, start with it as SECRET_KEY_OLD ` +
        '(docs/operations/secret-key.md).'
      );
  }
  return 'Start with the former key, or name it in SECRET_KEY_OLD (docs/operations/secret-key.md).';
}
