import type { PackageParts } from './component';

export const pypiPackage = (name: string): PackageParts => ({
  type: 'pypi',
  name: name.toLowerCase().replace(/[-_.]+/g, '-'),
});
