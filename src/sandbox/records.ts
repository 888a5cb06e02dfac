import type {DeploymentRow, ProjectRow, Store} from './store.ts';
import {lifecycleOf, projectUrl, type SandboxConfig, type World} from './world.ts';

export type Records = ReturnType<typeof createRecords>;

/** The current projects and deployments: the generated initial ones, overlaid with stored changes. */
export function createRecords(config: SandboxConfig, world: World, store: Store) {
	const lifecycle = ({projectSeq, ordinal}: DeploymentRow) => lifecycleOf(config.seed, projectSeq, ordinal);
	const historyLength = (seq: number) => (seq <= config.projects ? world.historyLength(seq) : 0);

	/** The highest sequence number so far. */
	const newestSeq = () => Math.max(config.projects, store.highestSeq());

	/** Existing projects, newest first. */
	function projectsBetween(minSeq: number, maxSeq: number): readonly ProjectRow[] {
		const stored = store.projects(minSeq, maxSeq);
		const rows: ProjectRow[] = [];
		for (let seq = maxSeq; seq >= minSeq; seq--) {
			const row = stored.get(seq) ?? (seq <= config.projects ? world.project(seq) : 'deleted');
			if (row !== 'deleted') rows.push(row);
		}

		return rows;
	}

	/** Undefined if it never existed or was deleted. */
	const project = (seq: number): ProjectRow | undefined => (seq >= 1 ? projectsBetween(seq, seq)[0] : undefined);

	function isSlugTaken(slug: string, besidesSeq: number): boolean {
		const storedSeq = store.seqOfSlug(slug);
		if (storedSeq !== undefined) return storedSeq !== besidesSeq;
		const firstSeq = world.seqOfSlug(slug);
		// A stored row means that it was deleted or has changed its slug.
		return firstSeq !== undefined && firstSeq !== besidesSeq && store.projects(firstSeq, firstSeq).size === 0;
	}

	function freeSlug(name: string, seq: number): string {
		const base = slugOf(name) || `project-${seq}`;
		let slug = base;
		for (let count = 2; isSlugTaken(slug, seq); count++) slug = `${base}-${count}`;
		return slug;
	}

	return {
		newestSeq,
		project,
		isSlugTaken,
		saveProject: store.saveProject,
		deleteProject: store.deleteProject,

		/** Newest first, only those older than `beforeSeq`. */
		projects(beforeSeq: number, limit: number): readonly ProjectRow[] {
			const rows: ProjectRow[] = [];
			let maxSeq = Math.min(beforeSeq - 1, newestSeq());
			while (maxSeq >= 1 && rows.length < limit) {
				const minSeq = Math.max(1, maxSeq - (limit - rows.length) + 1);
				rows.push(...projectsBetween(minSeq, maxSeq));
				maxSeq = minSeq - 1;
			}

			return rows;
		},

		createProject(name: string, at: number): ProjectRow {
			const seq = newestSeq() + 1;
			const slug = freeSlug(name, seq);
			const row: ProjectRow = {
				seq,
				name,
				slug,
				url: projectUrl(slug),
				uploadMode: world.words(seq).uploadModes[0],
				status: 'active',
				latestUploadVersion: 0,
				createdAt: at,
				updatedAt: at,
				lastOrdinal: 0,
				lastVersion: 0,
			};
			store.saveProject(row);
			return row;
		},

		/** As of the last `concludeNext`. */
		runningCount: store.runningCount,
		/** When the next running deployment concludes. */
		nextEndAt: () => store.nextEnd()?.at,

		deployment({seq}: ProjectRow, ordinal: number): DeploymentRow | undefined {
			const isHistory = ordinal >= 1 && ordinal <= historyLength(seq);
			return isHistory ? world.deployment(seq, ordinal) : store.deployment(seq, ordinal);
		},

		/** Newest first. */
		deployments({seq}: ProjectRow, limit: number): readonly DeploymentRow[] {
			const rows = store.deployments(seq, limit);
			for (let ordinal = historyLength(seq); ordinal >= 1 && rows.length < limit; ordinal--) {
				rows.push(world.deployment(seq, ordinal));
			}

			return rows;
		},

		/** Starts a deployment: of an earlier upload version, or of the next one. */
		deploy(project: ProjectRow, {environmentId, uploadVersion = project.lastVersion + 1, at}: Deploy): DeploymentRow {
			const ordinal = project.lastOrdinal + 1;
			const row = world.newDeployment(project, {ordinal, environmentId, uploadVersion, createdAt: at});
			store.addDeployment(row, at + lifecycle(row).concludedAfterMs);
			store.saveProject({...project, lastOrdinal: ordinal, lastVersion: Math.max(project.lastVersion, uploadVersion)});
			return row;
		},

		/** Concludes the next running deployment, and updates its project. */
		concludeNext(): void {
			const end = store.nextEnd();
			if (!end) return;
			store.markEnded(end.projectSeq, end.ordinal);
			const owner = project(end.projectSeq);
			const row = store.deployment(end.projectSeq, end.ordinal);
			if (!owner || !row) return;
			const {outcome} = lifecycle(row);
			if (outcome === 'cancelled') return;
			const isSuccess = outcome === 'success';
			store.saveProject({
				...owner,
				status: isSuccess ? 'active' : 'error',
				latestUploadVersion: Math.max(owner.latestUploadVersion, isSuccess ? row.uploadVersion : 0),
				updatedAt: Math.max(owner.updatedAt, end.at),
			});
		},
	};
}

type Deploy = {readonly environmentId: string; readonly uploadVersion?: number | undefined; readonly at: number};

/** Maximum length of a generated slug, before a number is added. */
const maxGeneratedSlugLength = 56;

/** Converts `Checkout (Nordwind)` to `checkout-nordwind`. Empty if the name has no ASCII letters or digits. */
const slugOf = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, maxGeneratedSlugLength)
		.replace(/^-+|-+$/g, '');
