import { client } from './client';
import type { AvailableVersion, ReplacePolicyDto } from './generated';

/** What a policy would offer. */
export interface PolicyPreview {
  available_version: AvailableVersion | null;
  /** Higher versions that are not offered, newest first. */
  excluded: { version: { id: string; version: string }; reason: string }[];
}

/** Asks what a favorite would be offered if its policy were this one. Nothing is stored. */
export const previewPolicy = (favorite: string, policy: ReplacePolicyDto, signal?: AbortSignal) =>
  client
    .request<{ data: PolicyPreview }>({
      path: `/api/v1/favorite/${favorite}/policy/preview`,
      method: 'POST',
      body: policy,
      type: 'application/json' as never,
      format: 'json',
      ...(signal ? { signal } : {}),
    })
    .then(({ data }) => data);
