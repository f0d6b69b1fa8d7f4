import { formsOf, secretsIn } from '../../src/common/settings/secret-texts';

/** Finds the word that is in every secret of a stage, and the secrets themselves in whatever encoding. */
export function leaksOf(settingsClass: new () => object, settings: object, environment: object = {}) {
  const ofOperator = Object.values(environment).filter((value) => /canary/i.test(String(value)));
  const forms = formsOf([...secretsIn(settingsClass, settings), ...ofOperator.map(String)]);
  return (text: string): string[] =>
    /canary/i.test(text)
      ? ['a secret or a part of the answer, as it is']
      : forms.filter((form) => text.includes(form)).map(() => 'a secret, encoded');
}
