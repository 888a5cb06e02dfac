import {askedIn} from '../api/decode.ts';
import type {EnvironmentNames} from '../api/environment-names.ts';
import type {Project} from '../api/types.ts';
import {isJsonObject} from '../base/json.ts';
import {type NamedDeploy, textsIn} from '../base/named-deploy.ts';
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

export type Confirmation = {
	readonly projectId: string;
	readonly title: SafeText;
	/** Texts to match with the patterns of protected projects: the whole name and slug, and the text of the row. Empty if the name is unknown. */
	readonly labels: readonly string[];
	readonly version?: number | undefined;
	readonly environment?: ServiceText | undefined;
	/** The row from which the user asked, unless it is the newest deployment. */
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

export const shortDeleteText = (answer: SafeText): SafeText => plain`${answer}: type this to delete it permanently`;

export const olderRowText = (row: SafeText): SafeText => plain`The service chooses the version, not the row (${row}).`;

/** A deletion needs a word as well, because a number alone could be typed by mistake. */
export const bulkAnswer = (kind: AskedWrite, count: number): SafeText =>
	kind === 'delete' ? plain`delete ${count}` : plain`${count}`;

export const typingText = (answer: SafeText): SafeText => plain`Type ${answer} to confirm`;

/** In cells. A longer text may be cut on a narrow screen. */
const maxAnswerWidth = 40;

/** Whether the text can be typed from what the screen shows. It has no replacement characters of `safe` and mixes no look-alike scripts. */
const isTypable = (text: SafeText): boolean =>
	isVisible(text) && cells(text) <= maxAnswerWidth && !/[\ufffd…◌]/.test(text) && !hasMixedScripts(text);

/** The title, or the id if the title is hard to type. Never empty or invisible. */
export function answerFor(title: SafeText, projectId: string): SafeText {
	const texts = [title, safe(projectId), spelledOut(projectId)];
	return texts.find(isTypable) ?? plain`delete`;
}

const typedForm = (text: string): string => comparable(text).replace(/ +/g, ' ').trim();

export const isAnswer = (typed: string, answer: SafeText): boolean => typedForm(typed) === typedForm(answer);

export const mismatchText = plain`That does not match.`;

export const nextBatchText = (maxCount: number, restCount: number, key: SafeText): SafeText =>
	plain`At most ${maxCount} at once. ${counted(restCount, 'other stays', 'others stay')} marked for the next ${key}.`;

export const withoutJournalText = plain`Without a journal, landfall cannot check later whether a change took effect if its answer is lost.`;

const unasked = {deploy: 'the deployment of a protected project', delete: 'a deletion'} as const;

export const unaskedText = (kind: AskedWrite): SafeText =>
	safe(`Nothing was sent: landfall cannot ask you here to confirm ${unasked[kind]}. Use landfall ${kind} with --yes.`);

export function protectedText(kind: AskedWrite, title: SafeText): SafeText {
	const fate = kind === 'delete' ? plain` and cannot be deleted here` : plain`: deploy it separately`;
	return plain`${title} is protected by your settings${fate}.`;
}

export const emptyBody = '{}';

export const bodyIn = (typed: string): string => typed.trim() || emptyBody;

/** Keeps numbers exactly as they were written. Undefined unless the text is a JSON object that can be sent unchanged. */
export function parseBody(text: string): object | undefined {
	const body = parseAsWritten(text);
	return isJsonObject(body) ? body : undefined;
}

/** What a deployment is asked to deploy. Plain data, because the journal keeps it. */
export type AskedFor = {
	readonly version?: number | undefined;
	readonly environment?: Pick<ServiceText, 'exact' | 'shown'> | undefined;
};

/** Replaces the placeholders by what is selected. `reason`: a sentence without its period, if one of them has no value. */
export function fillDeploy({name: text, body}: NamedDeploy, selected: AskedFor, names: EnvironmentNames | undefined) {
	const name = safe(text);
	const values = new Map<unknown, number | string | undefined>([
		['$VERSION', selected.version],
		['$ENVIRONMENT', selected.environment?.exact],
	]);
	const used = textsIn(body).filter(place => values.has(place));
	const missing = used.find(place => (values.get(place) ?? '') === '');
	if (missing !== undefined) return {name, reason: plain`${name}: no ${safe(missing)} is selected`} as const;
	const filled = JSON.stringify(body, (_field, value) => values.get(value) ?? value);
	// A placeholder elsewhere may be what the deployment comes from.
	const {version, environment} = askedIn(JSON.parse(filled));
	const named = environment && (names?.get(environment.exact) ?? environment);
	const place = named ?? (used.includes('$ENVIRONMENT') ? selected.environment : undefined);
	return {
		name,
		body: filled,
		asked: {
			version: version ?? (used.includes('$VERSION') ? selected.version : undefined),
			environment: place && {exact: place.exact, shown: place.shown},
		} satisfies AskedFor,
	} as const;
}
