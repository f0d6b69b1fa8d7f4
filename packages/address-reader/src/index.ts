export { addAddressCommand } from './address-command';
export {
  AddressError,
  type AddressReading,
  type Candidate,
  forgejo,
  gitlab,
  gitTags,
  image,
  type PageCandidate,
  source,
  type SourceCandidate,
} from './candidate';
export { madeIdentity, type ProductKey, productKeys, proposedKeys } from './component-keys';
export { isPublicImage } from './image-keys';
export {
  followedTag,
  following,
  likeliest,
  taggedDigest,
  versionTexts,
  writtenLike,
  type WrittenVersion,
  writtenVersion,
} from './component-version';
export { type MadeOf, sourceOf } from './purl-source';
export { MAX_ADDRESS, readAddress } from './read-address';
export type { Registries } from './registries';
