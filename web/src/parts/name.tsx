/** Control characters and those that turn the direction of text, made visible: a name must not pretend to be another. */
const DECEPTIVE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export const visibleText = (text: string) =>
  text.replace(DECEPTIVE, (one) => `⟨U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`);

/** A name that somebody else chose, in a direction of its own. */
export function Name({ children }: { children: string }) {
  return <bdi>{visibleText(children)}</bdi>;
}
