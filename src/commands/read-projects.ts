import {recordsAsSent} from '../api/raw-answer.ts';
import type {Deployment, DeploymentList, Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {counted, plain, type SafeText, safe} from '../base/text.ts';
import {CommandError, isInterruption} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {eachPage} from './find-project.ts';
import type {HeadlessOptions, listing, Values} from './options.ts';
import type {RetryingClient} from './retrying-client.ts';

export type ListOptions = HeadlessOptions &
	Values<typeof listing> & {
		readonly listed: 'projects' | 'deployments' | 'versions';
		readonly project: string | undefined;
	};

/** `wanted`: the deployments that the filter selects. */
export type ReadList = {
	readonly project: Project;
	readonly value: DeploymentList;
	readonly sent: () => Json;
	readonly wanted: readonly Deployment[];
};

export const isoTimeNow = ({clock, ageMs}: CommandContext): string => new Date(clock.now() - ageMs()).toISOString();

export function recordIn(sent: ReadonlyMap<string, Json> | undefined, {id}: Pick<Project, 'id'>): Json {
	const record = sent?.get(id);
	if (record) return record;
	throw new CommandError(exitCodes.unusable, plain`${safe(id, 80)} could not be kept exactly.`);
}

/** With `isOnePage`, reads one page of any size. `sent` and `envelope`: the projects and the last page, as the service sent them. `remarks`: why projects may be missing. */
export async function readProjects(
	client: RetryingClient,
	wanted: Parameters<typeof eachPage>[1],
	isOnePage: boolean,
	context: CommandContext,
) {
	const projects = new Map<string, Project>();
	const sent = new Map<string, Json>();
	let envelope: Json | undefined;
	let unreadable = 0;
	let pages = 0;
	let hasMore = false;
	let isRepeated = false;
	let isCutShort = false;
	try {
		for await (const {page, isStopped} of eachPage(client, wanted)) {
			for (const project of page.projects) projects.set(project.id, project);
			if (context.output.isJson) {
				envelope = page.sent();
				for (const [id, record] of recordsAsSent(envelope, 'projects')) sent.set(id, record);
			}

			pages++;
			unreadable += page.unreadable;
			hasMore = page.nextCursor !== undefined;
			isRepeated = isStopped;
			if (isOnePage) break;
		}
	} catch (error) {
		if (!isInterruption(error, context)) throw error;
		isCutShort = true;
	}

	const remarks: SafeText[] = [];
	if (unreadable > 0) {
		const missing = isOnePage ? plain`` : plain`, so the list is incomplete`;
		remarks.push(plain`${counted(unreadable, 'record')} could not be read${missing}.`);
	}

	if (isRepeated && !isOnePage)
		remarks.push(plain`Stopped reading: the service repeated itself, so projects may be missing.`);
	else if (hasMore && !isCutShort) {
		const how = isOnePage ? plain`use --all, or --cursor with this next_cursor` : plain`raise --limit, or use --all`;
		remarks.push(plain`There are more projects: ${how}.`);
	}

	return {projects: [...projects.values()], sent, envelope, pages, remarks, isCutShort};
}
