import { Text } from './ui';
import { Fragment } from 'react';
import type { PreviewResponse } from '../api/generated';
import { messages } from '../messages';
import { Name } from './name';

const words = messages.software.policy;
const SHOWN = 3;

/** `Would offer 1.30.4 · not 1.31.0: another series`, as the service computed it. */
export function PolicyPreviewLine({ available_version: offered, excluded }: PreviewResponse) {
  return (
    <Text size="sm" role="status" className="tabular">
      {offered ? (
        <>
          {words.offers}{' '}
          <strong>
            <Name>{offered.version}</Name>
          </strong>
        </>
      ) : (
        words.offersNothing
      )}
      {excluded.slice(0, SHOWN).map(({ version, reason }) => (
        <Fragment key={version.id}>
          {' · '}
          {words.not} <Name>{version.version}</Name>: {words.reasons[reason] ?? reason}
        </Fragment>
      ))}
      {excluded.length > SHOWN && ` · ${words.others(excluded.length - SHOWN)}`}
    </Text>
  );
}
