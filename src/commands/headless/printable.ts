import {visibleJson} from '../../text.ts';

/** What CI systems take for a command wherever it stands in a line: `##[group]`, `##vso[…]`, `##teamcity[…]`. */
const commandAnywhere = /##(?=\[|vso\[|teamcity\[)/gi;

/** What they take for one at the start of a line: `::set-output`, and the fold marks of Travis. */
const commandAtStart = /^(\s*)(?:::|travis_(?=fold|time))/;

/** Makes a line harmless in the log of a CI system: a text of the service must not become a workflow command. */
export const inertLine = (line: string): string =>
	line.replace(commandAnywhere, '#\ufffd').replace(commandAtStart, (_, blanks: string) => `${blanks}\ufffd`);

/** Writes a document as JSON in one line or indented, with the same meaning everywhere: invisible characters and what CI systems take for a command are escaped. */
export const inertJson = (document: unknown, indent?: number): string =>
	visibleJson(JSON.stringify(document, undefined, indent))
		.replace(/##(?=\[|vso\[|teamcity\[)/gi, '\\u0023#')
		.replace(/^(\s*")::/gm, '$1\\u003a:');
