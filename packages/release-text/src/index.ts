export { breakingItems } from './breaking';
export { headingsOfRst } from './changelog-headings';
export { cutBlocks } from './cut-blocks';
export {
  NOTE_FORMATS,
  NOTE_FORMS,
  type NoteBlock,
  type NoteForm,
  type NoteFormat,
  type NoteOutput,
  plainText,
} from './note-block';
export { mentionsSecurity, type NoteFacts, securityIds } from './note-facts';
export { answerOf, type NoteAnswer, type NotesSummary, type NoteTask, type ShownNotes } from './note-tasks';
export { addNotesCommands } from './notes-command';
export { readNotes } from './read-notes';
export { changelogFormat, type ChangelogSection, splitChangelog } from './split-changelog';
export { writeNotes } from './write-notes';
