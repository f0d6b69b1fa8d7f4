// All of it is in another file, so that the first chunk has it: an entry stays a file of its own.
import './start';
