import type {Project} from '../../../api/types.ts';
import {projectTitle} from '../../../project-title.ts';
import type {SafeText} from '../../../text.ts';
import {notSent, type Submission} from '../form.ts';

/** A question above the screen. What it is about was fixed when it was asked. */
export type Confirmation = {
	readonly projectId: string;
	/** What the project is called. */
	readonly title: SafeText;
	/** Its name and slug, exactly as the service sent them: what the patterns of protected projects are compared with. */
	readonly labels: readonly string[];
} & Submission;

export function confirmationFor(project: Project): Confirmation {
	const {id, name, slug} = project;
	const labels = [name, slug].flatMap(said => (said ? [said.exact] : []));
	return {
		projectId: id,
		title: projectTitle(project),
		labels: labels.length > 0 ? labels : [id],
		...notSent,
	};
}

/** What is sent to deploy unless a person says otherwise: the form that the interface shows. */
export const noBody = '{}';

/** What is sent to deploy, as JSON. Undefined for a text that is no JSON object. */
export function parseBody(text: string): object | undefined {
	try {
		const body: unknown = JSON.parse(text);
		const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
		return isObject ? body : undefined;
	} catch {
		return undefined;
	}
}
