import {
	lifecycleOf,
	projectUrl,
	type SandboxConfig,
	type StoredDeployment,
	type StoredProject,
	type World,
} from './world.ts';

export type Records = ReturnType<typeof createRecords>;

type RunningUntil = {readonly projectSeq: number; readonly ordinal: number; readonly at: number};

const endsEarlier = (a: RunningUntil, b: RunningUntil): number =>
	a.at - b.at || a.projectSeq - b.projectSeq || a.ordinal - b.ordinal;

export function createRecords(config: SandboxConfig, world: World) {
	/** Undefined marks a deleted project. */
	const changed = new Map<number, StoredProject | undefined>();
	const started = new Map<number, Map<number, StoredDeployment>>();
	let running: readonly RunningUntil[] = [];
	/** Includes deleted projects. */
	let newestSeq = config.projects;

	const historyLength = (seq: number) => (seq <= config.projects ? world.historyLength(seq) : 0);

	function project(seq: number): StoredProject | undefined {
		if (changed.has(seq)) return changed.get(seq);
		return seq >= 1 && seq <= config.projects ? world.project(seq) : undefined;
	}

	const saveProject = (row: StoredProject) => void changed.set(row.seq, row);

	function isSlugTaken(slug: string, besidesSeq: number): boolean {
		for (const row of changed.values()) if (row?.slug === slug) return row.seq !== besidesSeq;
		const firstSeq = world.seqOfSlug(slug);
		return firstSeq !== undefined && firstSeq !== besidesSeq && project(firstSeq)?.slug === slug;
	}

	function freeSlug(name: string, seq: number): string {
		const base = slugOf(name) || `project-${seq}`;
		let slug = base;
		for (let count = 2; isSlugTaken(slug, seq); count++) slug = `${base}-${count}`;
		return slug;
	}

	return {
		newestSeq: () => newestSeq,
		project,
		isSlugTaken,
		saveProject,

		deleteProject(seq: number) {
			changed.set(seq, undefined);
			started.delete(seq);
			running = running.filter(({projectSeq}) => projectSeq !== seq);
		},

		projects(beforeSeq: number, limit: number): readonly StoredProject[] {
			const rows: StoredProject[] = [];
			for (let seq = Math.min(beforeSeq - 1, newestSeq); seq >= 1 && rows.length < limit; seq--) {
				const row = project(seq);
				if (row) rows.push(row);
			}

			return rows;
		},

		createProject(name: string, at: number): StoredProject {
			const seq = ++newestSeq;
			const slug = freeSlug(name, seq);
			const row: StoredProject = {
				seq,
				name,
				slug,
				url: projectUrl(slug),
				uploadMode: world.words.uploadModes[0],
				status: 'active',
				latestUploadVersion: 0,
				createdAt: at,
				updatedAt: at,
				lastOrdinal: 0,
				lastVersion: 0,
			};
			saveProject(row);
			return row;
		},

		runningCount: (seq: number) => running.filter(({projectSeq}) => projectSeq === seq).length,
		nextEndAt: () => running[0]?.at,

		deployment({seq}: StoredProject, ordinal: number): StoredDeployment | undefined {
			const isHistory = ordinal >= 1 && ordinal <= historyLength(seq);
			return isHistory ? world.deployment(seq, ordinal) : started.get(seq)?.get(ordinal);
		},

		deployments({seq}: StoredProject, limit: number): readonly StoredDeployment[] {
			const rows = [...(started.get(seq)?.values() ?? [])].reverse().slice(0, limit);
			for (let ordinal = historyLength(seq); ordinal >= 1 && rows.length < limit; ordinal--) {
				rows.push(world.deployment(seq, ordinal));
			}

			return rows;
		},

		/** A deployment without an upload version uses up the next one. */
		deploy(
			project: StoredProject,
			{environmentId, uploadVersion = project.lastVersion + 1, at}: Deploy,
		): StoredDeployment {
			const {seq} = project;
			const ordinal = project.lastOrdinal + 1;
			const row = world.newDeployment(project, {ordinal, environmentId, uploadVersion, createdAt: at});
			const endsAt = at + lifecycleOf(config.seed, seq, ordinal).concludedAfterMs;
			const own = started.get(seq) ?? new Map<number, StoredDeployment>();
			started.set(seq, own.set(ordinal, row));
			running = [...running, {projectSeq: seq, ordinal, at: endsAt}].sort(endsEarlier);
			saveProject({...project, lastOrdinal: ordinal, lastVersion: Math.max(project.lastVersion, uploadVersion)});
			return row;
		},

		concludeNext(): void {
			const [end, ...others] = running;
			if (!end) return;
			running = others;
			const {projectSeq, ordinal, at} = end;
			const owner = project(projectSeq);
			const row = started.get(projectSeq)?.get(ordinal);
			if (!owner || !row) return;
			const {outcome} = lifecycleOf(config.seed, projectSeq, ordinal);
			if (outcome === 'cancelled') return;
			const isSuccess = outcome === 'success';
			saveProject({
				...owner,
				status: isSuccess ? 'active' : 'error',
				latestUploadVersion: Math.max(owner.latestUploadVersion, isSuccess ? row.uploadVersion : 0),
				updatedAt: Math.max(owner.updatedAt, at),
			});
		},
	};
}

type Deploy = {readonly environmentId: string; readonly uploadVersion?: number | undefined; readonly at: number};

const maxGeneratedSlugLength = 56;

/** `Checkout (Nordwind)` becomes `checkout-nordwind`. Empty if the name has no ASCII letters or digits. */
const slugOf = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, maxGeneratedSlugLength)
		.replace(/^-+|-+$/g, '');
