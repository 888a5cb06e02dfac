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

export type Deployments = ReturnType<typeof createDeployments>;

/** The current deployments: the generated history of each project, plus those triggered since. */
export function createDeployments(config: SandboxConfig, world: World, store: Store, projects: Projects) {
	const lifecycle = ({projectSeq, ordinal}: DeploymentRow) => lifecycleOf(config.seed, projectSeq, ordinal);
	const historyLength = (seq: number) => (seq <= config.projects ? world.historyLength(seq) : 0);

	return {
		/** As of the last `concludeNext`. */
		runningCount: store.runningCount,
		/** When the next running deployment concludes. */
		nextEndAt: () => store.nextEnd()?.at,

		read({seq}: ProjectRow, ordinal: number): DeploymentRow | undefined {
			const isHistory = ordinal >= 1 && ordinal <= historyLength(seq);
			return isHistory ? world.deployment(seq, ordinal) : store.deployment(seq, ordinal);
		},

		/** Newest first. */
		list({seq}: ProjectRow, limit: number): readonly DeploymentRow[] {
			const rows = store.deployments(seq, limit);
			for (let ordinal = historyLength(seq); ordinal >= 1 && rows.length < limit; ordinal--) {
				rows.push(world.deployment(seq, ordinal));
			}

			return rows;
		},

		trigger(
			project: ProjectRow,
			{environmentId, uploadVersion = project.lastVersion + 1, at, isCaller}: TriggerOptions,
		): DeploymentRow {
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

		/** Concludes the next running deployment, and updates its project. */
		concludeNext(): void {
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
