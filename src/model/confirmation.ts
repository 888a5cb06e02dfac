import type {Project} from '../api/types.ts';
import {isJsonObject} from '../base/json.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {
	cells,
	comparable,
	counted,
	hasMixedScripts,
	isVisible,
	plain,
	type SafeText,
	type ServiceText,
	safe,
	spelledOut,
} from '../base/text.ts';
import {notSent, type Submission} from './form.ts';
import {projectTitle} from './project-title.ts';

/** A confirmation shown above the screen. Its target is fixed when it opens, whatever happens to the list below. */
export type Confirmation = {
	readonly projectId: string;
	readonly title: SafeText;
	/** The project's name and slug, whole, and what its row shows: the patterns of protected projects are matched against these. None if its name is not known. */
	readonly labels: readonly string[];
	readonly version?: number | undefined;
	/** The environment of the row on which it was asked. */
	readonly environment?: ServiceText | undefined;
	/** The version of the deployment on whose row it was asked, and its environment, unless that is the newest one. */
	readonly olderRow?: SafeText | undefined;
} & Submission;

export function confirmationFor(project: Project): Confirmation {
	const {id, name, slug} = project;
	const title = projectTitle(project);
	const labels = name?.exact ? [title, name.exact, ...(slug ? [slug.exact] : [])] : [];
	return {projectId: id, title, labels, ...notSent};
}

export type AskedWrite = 'deploy' | 'delete';

const questionVerbs = {deploy: plain`Deploy`, delete: plain`Permanently delete`};

export function questionText(kind: AskedWrite, titles: readonly SafeText[], isProtected = false): SafeText {
	const [title = plain``, ...others] = titles;
	const projects = others.length === 0 ? title : plain`these ${titles.length} projects`;
	return plain`${questionVerbs[kind]} ${isProtected ? plain`the protected ${projects}` : projects}?`;
}

/** The question on a screen that has no room for what follows it. The answer comes first, so that it is not cut. */
export const shortDeleteText = (answer: SafeText): SafeText => plain`${answer}: type this to delete it permanently`;

export const olderRowText = (row: SafeText): SafeText => plain`The service chooses the version, not the row (${row}).`;

/** What confirms an action on several projects: their number alone would be typed by mistake where several are deleted. */
export const bulkAnswer = (kind: AskedWrite, count: number): SafeText =>
	kind === 'delete' ? plain`delete ${count}` : plain`${count}`;

export const typingText = (answer: SafeText): SafeText => plain`Type ${answer} to confirm`;

/** In cells. A longer text may not be fully visible on a narrow screen. */
const maxAnswerWidth = 40;

/** Whether a user can type a text that they read: it has no replacement characters from `safe`, and does not mix look-alike scripts. */
const isTypable = (text: SafeText): boolean =>
	isVisible(text) && cells(text) <= maxAnswerWidth && !/[\ufffd…◌]/.test(text) && !hasMixedScripts(text);

/** Returns what the user must type to confirm a question about a project: its title, or its id if the title is hard to type. Never empty or invisible. */
export function answerFor(title: SafeText, projectId: string): SafeText {
	const texts = [title, safe(projectId), spelledOut(projectId)];
	return texts.find(isTypable) ?? plain`delete`;
}

/** How many blanks there are between words and around them does not count in what is typed. */
const typedForm = (text: string): string => comparable(text).replace(/ +/g, ' ').trim();

export const isAnswer = (typed: string, answer: SafeText): boolean => typedForm(typed) === typedForm(answer);

export const mismatchText = plain`That does not match.`;

export const nextBatchText = (maxCount: number, restCount: number, key: SafeText): SafeText =>
	plain`At most ${maxCount} at once. ${counted(restCount, 'other stays', 'others stay')} marked for the next ${key}.`;

export const withoutJournalText = plain`Without a journal, landfall cannot check later whether a change took effect if its answer is lost.`;

const unasked = {deploy: 'the deployment of a protected project', delete: 'a deletion'} as const;

/** Why a command is refused that would have to ask where nobody can answer. */
export const unaskedText = (kind: AskedWrite): SafeText =>
	safe(`Nothing was sent: landfall cannot ask you here to confirm ${unasked[kind]}. Use landfall ${kind} with --yes.`);

/** Why a project that the profile protects is not deleted, or not deployed unless the user is asked about it alone. */
export function protectedText(kind: AskedWrite, title: SafeText): SafeText {
	const fate = kind === 'delete' ? plain` and cannot be deleted here` : plain`: deploy it separately`;
	return plain`${title} is protected by your settings${fate}.`;
}

export const emptyBody = '{}';

export const bodyIn = (typed: string): string => typed.trim() || emptyBody;

/** Parses the request body of a deployment, so that its numbers are sent exactly as they were written. Returns undefined unless the text is a JSON object that can be. */
export function parseBody(text: string): object | undefined {
	const body = parseAsWritten(text);
	return isJsonObject(body) ? body : undefined;
}

const versionPlace = /"\$VERSION"|\$VERSION/;

/** Returns the request body that deploys a version again, by the template of a profile. Undefined if that makes no body. */
export function redeployBody(template: string, version: number): string | undefined {
	const body = template.replace(versionPlace, String(version));
	return parseBody(body) ? body : undefined;
}

/** Returns the version that a request body by the template of a profile asks for. Undefined for any other body. */
export function versionAskedFor(template: string | undefined, body: string): number | undefined {
	if (template === undefined) return undefined;
	const [before = '', after = ''] = template.split(versionPlace);
	const version = Number.parseInt(body.slice(before.length), 10);
	return body === `${before}${version}${after}` ? version : undefined;
}
