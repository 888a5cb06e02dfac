import {parseAsWritten} from '../api/parse-json.ts';
import type {Project} from '../api/types.ts';
import {isJsonObject} from '../base/json.ts';
import type {SafeText} from '../base/text.ts';
import {notSent, type Submission} from './form.ts';
import {projectTitle} from './project-title.ts';

/** A confirmation shown above the screen. Its target is fixed when it opens, whatever happens to the list below. */
export type Confirmation = {
	readonly projectId: string;
	readonly title: SafeText;
	/** The project's name and slug, whole, and what its row shows: the patterns of protected projects are matched against these. */
	readonly labels: readonly string[];
} & Submission;

export function confirmationFor(project: Project): Confirmation {
	const {id, name, slug} = project;
	const title = projectTitle(project);
	const labels = [title, ...[name, slug].flatMap(label => (label ? [label.exact] : []))];
	return {projectId: id, title, labels, ...notSent};
}

export const emptyBody = '{}';

/** Returns the request body that a typed line stands for. */
export const bodyIn = (typed: string): string => typed.trim() || emptyBody;

/** Parses the request body of a deployment, so that its numbers are sent exactly as they were written. Returns undefined unless the text is a JSON object that can be. */
export function parseBody(text: string): object | undefined {
	const body = parseAsWritten(text);
	return isJsonObject(body) ? body : undefined;
}
