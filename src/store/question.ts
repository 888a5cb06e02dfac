import type {Project} from '../api/types.ts';
import {type Said, safe} from '../text.ts';
import type {Problem} from './form.ts';

/** A question above the screen. What it is about was fixed when it was asked. */
export type Question = {
	readonly projectId: string;
	/** What the service calls the project; its id where it has no name. */
	readonly project: Said;
	readonly slug?: string | undefined;
	readonly isSending: boolean;
	readonly problem: Problem | undefined;
};

export function questionAbout({id, name, slug}: Project): Question {
	const project = name ?? slug ?? {exact: id, shown: safe(id)};
	return {projectId: id, project, slug: slug?.exact, isSending: false, problem: undefined};
}

/** What is sent to deploy unless a person says otherwise: the form that the interface shows. */
export const noBody = '{}';

/** What is sent to deploy, as JSON. Undefined for a text that is no JSON object. */
export function parseBody(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const body: unknown = JSON.parse(text);
		const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
		return isObject ? (body as Readonly<Record<string, unknown>>) : undefined;
	} catch {
		return undefined;
	}
}
