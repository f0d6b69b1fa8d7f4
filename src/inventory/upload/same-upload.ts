import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Owner } from '../../api/identity/actor';
import { sha256 } from '../../common/fingerprint';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { type UploadState, UploadStateRepository } from '../store/upload-state.repository';
import type { ContentCounts } from './dto/content.response';
import type { Outcome } from './outcome';
import type { UploadOptions } from './upload-query';

/** What is kept of an upload that has changed nothing. */
export interface KeptOutcome extends Pick<Outcome, 'digest' | 'format' | 'warnings' | 'components'> {
  counts: ContentCounts;
}

/** Seconds after which even the same is looked at: a source may spell a known version in another way, which nobody notes. */
const LOOKED_AT_EVERY = 86_400;

/**
 * Uploads that are the same as the last one. An upload that has changed nothing leaves a digest of all that this depends on, as it was before
 * the comparison: its bytes and options, the program, the catalogue's revision, the decisions, and the deployments with their favorites and
 * versions. While the digest is the same, so is the outcome. Whoever changes one of these need not know of it.
 */
@Injectable()
export class SameUpload {
  constructor(
    private readonly states: UploadStateRepository,
    private readonly config: Config,
  ) {}

  /** Of what is sent; null = it is always looked at. */
  contentOf(bytes: Uint8Array, options: UploadOptions): string | null {
    const { isDryRun, hasHints, expected, tags, mayShrink: _mayShrink, lower, ...others } = options;
    // Somebody looks; and favorites may have lost the tags meanwhile.
    if (isDryRun || hasHints || expected !== null || tags.length > 0) return null;
    const given = JSON.stringify([others, lower && [...lower].sort()]);
    return createHash('sha256').update(given).update(bytes).digest('hex');
  }

  /** Before it is compared. @returns null when there is no such inventory */
  async keyOf({ userId }: Owner, name: string, content: string | null): Promise<string | null> {
    const state = content === null ? undefined : await this.states.of(userId, name);
    return state === undefined ? null : this.key(state, content!);
  }

  /** @returns undefined when it has to be looked at */
  async answer({ userId }: Owner, name: string, content: string | null): Promise<Outcome | undefined> {
    if (content === null) return undefined;
    const state = await this.states.of(userId, name);
    if (!state?.content_key || state.content_key !== this.key(state, content)) return undefined;
    if (!(await this.states.seeAgain(state))) return undefined;
    return { ...NOTHING, ...(JSON.parse(state.outcome!) as KeptOutcome) };
  }

  private key(
    { content_key: _key, outcome: _outcome, revision: _revision, seconds, ...state }: UploadState,
    content: string,
  ) {
    // Not all of them in the same minute.
    const offset = parseInt(state.id.slice(-8), 16) % LOOKED_AT_EVERY;
    const day = Math.floor((Number(seconds) + offset) / LOOKED_AT_EVERY);
    const { buildCommit, productsByUsers, sources } = this.config;
    return sha256(JSON.stringify([VERSION, buildCommit, productsByUsers, sources, content, day, state]));
  }
}

const NOTHING = {
  ...{ dry_run: false, upload: null, shrinks: false, unchanged: true },
  ...{ added: [], moved: [], removed: [], lowered: [], kept: [] },
  ...{ unmatched: [], ambiguous: [], ignored: [], rejected: [], created: [] },
};
