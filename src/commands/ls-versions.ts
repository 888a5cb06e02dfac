import type {Project} from '../api/types.ts';
import {compareKeys, counted, plain, type SafeText, safe, sortKey} from '../base/text.ts';
import {type DeployedVersion, deployedVersions, versionsBehind} from '../model/deployed-versions.ts';
import {environmentKey, isComplete} from '../model/deployment-table.ts';
import {endedAt} from '../model/durations.ts';
import {projectTitle} from '../model/project-title.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {versionOf} from '../model/upload-version.ts';
import {dateColumn, droppedInOrder, textColumn, versionColumn} from '../present/table.ts';
import type {CommandContext} from './context.ts';
import {isoTimeNow, type ListOptions, type ReadList} from './read-projects.ts';

type VersionRow = DeployedVersion & {
	readonly project: Project;
	readonly behind: number | undefined;
	/** The service sends no version, or left out older deployments, of which one may be live. */
	readonly isUnknown: boolean;
};

/** A row for each environment that a wanted deployment went to, in alphabetical order. */
export function versionRows({project, wanted, value}: ReadList, wordMeanings: WordMeanings): readonly VersionRow[] {
	const deployed = deployedVersions(value.deployments, wordMeanings);
	const keys = [...new Set(wanted.map(environmentKey))].sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
	return keys.flatMap(key => {
		const version = deployed.get(key);
		if (!version) return [];
		const behind = versionsBehind(project, deployed, key);
		const isUnknown = version.live ? behind === undefined : !isComplete(value);
		return {...version, project, behind, isUnknown};
	});
}

export function unknownRemarks(rows: readonly VersionRow[]): readonly SafeText[] {
	const {length} = rows.filter(({isUnknown}) => isUnknown);
	const why = plain`the service sends no version, or too few of the deployments`;
	return length === 0 ? [] : [plain`${counted(length, 'live version')} could not be found out: ${why}.`];
}

const liveSince = ({live}: VersionRow) => live && endedAt(live);

const orUnknown = (text: SafeText | undefined, {isUnknown}: VersionRow): SafeText | undefined =>
	text ?? (isUnknown ? plain`?` : undefined);

const titleOf = ({project}: Pick<VersionRow, 'project'>) => projectTitle(project);

export const projectColumn = textColumn('project', [12, 34], titleOf, 'name');

const liveColumns = droppedInOrder<VersionRow>(
	[
		projectColumn,
		textColumn('environment', [11, 24], ({environment}) => environment?.shown),
		versionColumn('live', row => orUnknown(versionOf(row.live), row), 'name'),
		versionColumn('behind', row => orUnknown(row.behind === undefined ? undefined : safe(`${row.behind}`), row)),
		dateColumn('since', liveSince),
		versionColumn('failed', ({failedCount}) => plain`${failedCount}`),
	],
	['failed', 'since', 'behind', 'live', 'environment', 'project'],
);

/** Also the order of the tab-separated fields. */
function encode(row: VersionRow) {
	const {project, environment, live, behind = null, failedCount} = row;
	const since = liveSince(row);
	return {
		project_id: project.id,
		environment_id: environment?.exact ?? null,
		live_version: live?.uploadVersion ?? null,
		behind,
		since: since === undefined ? null : new Date(since).toISOString(),
		failures_since: failedCount,
		project: titleOf(row),
	};
}

/** `--fail-on` judges every row, because the rows beyond `--limit` are no less important. */
export function createVersionsPrinter({limit, failOn, project: named}: ListOptions, context: CommandContext) {
	const {output, rowContext} = context;
	return (rows: readonly VersionRow[], isWhole: boolean) => {
		const shown = rows.slice(0, limit);
		const beyondLimit = rows.length - shown.length;
		if (output.isJson) {
			const landfallFields = {read_at: isoTimeNow(context), is_complete: isWhole && beyondLimit === 0};
			output.document({versions: shown.map(encode), _landfall: landfallFields}, named === '-');
		} else output.list({columns: liveColumns, encode}, shown, rowContext());
		const judged = failOn ? rows : [];
		const decided = judged.filter(({unclassified}) => !unclassified);
		return {
			beyondLimit,
			fails: decided.some(({behind = 0}) => behind > 0),
			undecided: judged.flatMap(({unclassified}) => unclassified ?? []),
		};
	};
}
