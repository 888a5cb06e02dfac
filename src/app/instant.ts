/** What answers without parsing a command line: completion, at each press of tab, and help. A bundle of its own, so that it loads one file. */
export {findHelp} from '../command-line/help-text.ts';
export {complete} from './headless/complete.ts';
