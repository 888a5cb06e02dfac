import {visibleJson} from '../../text.ts';

/** What CI systems take for a command anywhere in a line: `##[group]`, `##vso[…]`, `##teamcity[…]`. */
const commandAnywhere = /##(?=\[|vso\[|teamcity\[)/gi;

/** A line may begin with blanks, colours and links, which CI systems skip. */
const lineStart = String.raw`(?:\s|\u001b\[[\d;:]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\))*`;

/** What they take for one at the start of a line: `::set-output` of GitHub, the folds of Travis and GitLab, and the groups of Buildkite. */
const commandAtStart = new RegExp(
	String.raw`^(${lineStart})(?::(?=:)|t(?=ravis_(?:fold|time))|s(?=ection_(?:start|end):)|[-+~](?=([-+~])\2)|\^(?=\^\^))`,
	'gim',
);

/** Makes lines harmless in the log of a CI system: text from the service must not become a workflow command. */
export const inertLine = (line: string): string =>
	line.replace(commandAnywhere, '#\ufffd').replace(commandAtStart, '$1\ufffd');

/** Returns a document as JSON, in one line or indented. Invisible characters and CI commands are escaped, which does not change its meaning. */
export const inertJson = (document: unknown, indent?: number): string =>
	visibleJson(JSON.stringify(document, undefined, indent)).replace(commandAnywhere, '\\u0023#');

/** Makes the body of an answer harmless: JSON keeps its meaning and, unless it contains a command, every byte. */
export function inertBody(body: string): string {
	const inert = inertLine(body);
	return inert === body || !isJson(body) ? inert : body.replace(commandAnywhere, '\\u0023#');
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
