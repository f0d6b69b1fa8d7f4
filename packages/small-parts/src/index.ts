export { FAILED, print, runCommand, runCommandLine, tell, WRONG_USAGE } from './command';
export { groupBy } from './group-by';
export { answerLines, linesOf, MAX_LINE, writeLines } from './lines';
export {
  escapeMarkup,
  firstCharacters,
  fold,
  foldName,
  followedIn,
  isLine,
  isLonger,
  lengthOf,
  NO_LINE,
  safeUrl,
  withoutHidden,
} from './text';
export { TimeSlice } from './time-slice';
export { parseUrl, withoutSlashes } from './url';
