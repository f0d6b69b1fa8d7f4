import 'reflect-metadata';
import { provideKit } from '../../../src/plugin/kit-identity';
export * from '../../../src/plugin/kit';
provideKit();
