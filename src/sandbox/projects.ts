import type {Store} from './store.ts';
import type {ProjectRow} from './world/rows.ts';
import type {SandboxConfig, World} from './world/world.ts';
import {projectUrl} from './world/world.ts';

/** The projects as they are now: those of the beginning, with what has changed laid over them. */
export type Projects = {
	/** Undefined when there never was one, or it was deleted. */
	readonly read: (seq: number) => ProjectRow | undefined;
	/** Newest first, those older than `beforeSeq` only. */
	readonly page: (beforeSeq: number, limit: number) => readonly ProjectRow[];
	/** The highest number given out so far. */
	readonly newestSeq: () => number;
	readonly create: (name: string, at: number) => ProjectRow;
	readonly save: (row: ProjectRow) => void;
	readonly remove: (seq: number) => void;
	readonly isSlugTaken: (slug: string, besidesSeq: number) => boolean;
};

export function createProjects(config: SandboxConfig, world: World, store: Store): Projects {
	const newestSeq = () => Math.max(config.projects, store.highestSeq());

	function current(seq: number, stored: ProjectRow | 'deleted' | undefined): ProjectRow | undefined {
		if (stored === 'deleted') return undefined;
		return stored ?? (seq >= 1 && seq <= config.projects ? world.project(seq) : undefined);
	}

	const read = (seq: number) => current(seq, store.project(seq));

	function isSlugTaken(slug: string, besidesSeq: number): boolean {
		const storedSeq = store.seqOfSlug(slug);
		if (storedSeq !== undefined) return storedSeq !== besidesSeq;
		const firstSeq = world.seqOfSlug(slug);
		// Something stored about it means that it was deleted or has another slug by now.
		return firstSeq !== undefined && firstSeq !== besidesSeq && store.project(firstSeq) === undefined;
	}

	function freeSlug(name: string, seq: number): string {
		const wanted = slugOf(name) || `project-${seq}`;
		let slug = wanted;
		for (let count = 2; isSlugTaken(slug, seq); count++) slug = `${wanted}-${count}`;
		return slug;
	}

	return {
		read,
		newestSeq,
		isSlugTaken,
		save: store.saveProject,
		remove: store.deleteProject,

		page(beforeSeq, limit) {
			const rows: ProjectRow[] = [];
			let most = Math.min(beforeSeq - 1, newestSeq());
			while (most >= 1 && rows.length < limit) {
				const least = Math.max(1, most - limit + 1);
				const changed = store.projectsBetween(least, most);
				for (let seq = most; seq >= least && rows.length < limit; seq--) {
					const row = current(seq, changed.get(seq));
					if (row) rows.push(row);
				}

				most = least - 1;
			}

			return rows;
		},

		create(name, at) {
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
	};
}

/** The longest slug that a name is made into; a number may follow. */
const maxMadeSlugLength = 56;

/** `Checkout (Nordwind)` becomes `checkout-nordwind`. Empty when no letter or digit of ASCII is in the name. */
const slugOf = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, maxMadeSlugLength)
		.replace(/^-+|-+$/g, '');
