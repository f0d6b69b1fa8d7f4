import type { ProbePresetResponse } from '../dto/probe.dto';
import type { ProbePreset } from './preset';

export const toPresetResponse = ({ key, title, names = [], path, token, docs }: ProbePreset): ProbePresetResponse => ({
  key,
  title,
  names,
  path,
  token: token ? (token.isOptional ? 'optional' : 'required') : 'none',
  token_hint: token?.hint ?? null,
  docs,
});
