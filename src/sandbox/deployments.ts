import type {Projects} from './projects.ts';
import type {DeploymentRow, ProjectRow, Store} from './store.ts';
import {deploymentUrl, lifecycleOf, type SandboxConfig, type World} from './world.ts';

type TriggerOptions = {
	readonly environmentId: string;
	/** An earlier upload version. Default: the next one. */
	readonly uploadVersion?: number | undefined;
	readonly at: number;
	readonly isCaller: boolean;
};

/** The current deployments: the generated history of each project, plus those triggered since. */
export type Deployments = {
	readonly read: (project: ProjectRow, ordinal: number) => DeploymentRow | undefined;
	/** Newest first. */
	readonly list: (project: ProjectRow, limit: number) => readonly DeploymentRow[];
	readonly trigger: (project: ProjectRow, options: TriggerOptions) => DeploymentRow;
	/** As of the last `concludeNext`. */
	readonly runningCount: (projectSeq: number) => number;
	/** When the next running deployment concludes. */
	readonly nextEndAt: () => number | undefined;
	/** Concludes it and updates its project. */
	readonly concludeNext: () => void;
};

export function createDeployments(config: SandboxConfig, world: World, store: Store, projects: Projects): Deployments {
	const lifecycle = ({projectSeq, ordinal}: DeploymentRow) => lifecycleOf(config.seed, projectSeq, ordinal);
	const historyLength = (seq: number) => (seq <= config.projects ? world.historyLength(seq) : 0);

	return {
		runningCount: store.runningCount,
		nextEndAt: () => store.nextEnd()?.at,

		read({seq}, ordinal) {
			const isHistory = ordinal >= 1 && ordinal <= historyLength(seq);
			return isHistory ? world.deployment(seq, ordinal) : store.deployment(seq, ordinal);
		},

		list({seq}, limit) {
			const rows = [...store.deployments(seq, limit)];
			for (let ordinal = historyLength(seq); ordinal >= 1 && rows.length < limit; ordinal--) {
				rows.push(world.deployment(seq, ordinal));
			}

			return rows;
		},

		trigger(project, {environmentId, uploadVersion = project.lastVersion + 1, at, isCaller}) {
			const ordinal = project.lastOrdinal + 1;
			const row: DeploymentRow = {
				projectSeq: project.seq,
				ordinal,
				environmentId,
				uploadVersion,
				url: deploymentUrl(world.words(project.seq), environmentId, project, ordinal),
				createdAt: at,
			};
			store.addDeployment(row, at + lifecycle(row).concludedAfterMs);
			projects.save({
				...project,
				lastOrdinal: ordinal,
				lastVersion: Math.max(project.lastVersion, uploadVersion),
				...(isCaller && {callerAt: at}),
			});
			return row;
		},

		concludeNext() {
			const end = store.nextEnd();
			if (!end) return;
			store.markEnded(end.projectSeq, end.ordinal);
			const project = projects.read(end.projectSeq);
			const row = store.deployment(end.projectSeq, end.ordinal);
			if (!project || !row) return;
			const {outcome} = lifecycle(row);
			if (outcome === 'cancelled') return;
			const isSuccess = outcome === 'success';
			projects.save({
				...project,
				status: isSuccess ? 'active' : 'error',
				latestUploadVersion: Math.max(project.latestUploadVersion, isSuccess ? row.uploadVersion : 0),
				updatedAt: Math.max(project.updatedAt, end.at),
			});
		},
	};
}
