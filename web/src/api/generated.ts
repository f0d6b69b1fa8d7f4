export * from '../../../packages/client/src/generated';
