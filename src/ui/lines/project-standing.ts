import {plain, type SafeText} from '../../base/text.ts';
import {mayLackNewest} from '../../model/deployment-table.ts';
import {knownProject} from '../../model/project-list.ts';
import {standingOf} from '../../present/deployment.ts';
import {versionText} from '../../present/table.ts';
import {deploymentsOf} from '../../state/deployments.ts';
import type {DrawContext} from '../contexts.ts';

/** Returns what to read before a project is deployed: what is running, its latest upload, and its newest deployments. */
export function projectStanding(
	projectId: string,
	{state, context}: DrawContext,
): {
	readonly running: SafeText | undefined;
	readonly upload: SafeText | undefined;
	readonly newest: readonly SafeText[];
} {
	const version = versionText(knownProject(state, projectId)?.latestUploadVersion);
	const known = deploymentsOf(state, projectId);
	return {
		...standingOf(known.recent, mayLackNewest(known), context),
		upload: version && plain`latest upload ${version}`,
	};
}
