// The contract tests are those of the service, which Jest runs. Here they run under any test runner: these are the two globals that they use.
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const jest = { spyOn: mocker.spyOn.bind(mocker) };

export { expect, jest };
