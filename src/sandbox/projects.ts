import type {ProjectRow, Store} from './store.ts';
import {projectUrl, type SandboxConfig, type World} from './world.ts';

export type Projects = ReturnType<typeof createProjects>;

/** The current projects: the generated initial ones, overlaid with stored changes. */
export function createProjects(config: SandboxConfig, world: World, store: Store) {
	/** The highest sequence number so far. */
	const newestSeq = () => Math.max(config.projects, store.highestSeq());

	function current(seq: number, stored: ProjectRow | 'deleted' | undefined): ProjectRow | undefined {
		if (stored === 'deleted') return undefined;
		return stored ?? (seq >= 1 && seq <= config.projects ? world.project(seq) : undefined);
	}

	/** Undefined if it never existed or was deleted. */
	const read = (seq: number) => current(seq, store.project(seq));

	function isSlugTaken(slug: string, besidesSeq: number): boolean {
		const storedSeq = store.seqOfSlug(slug);
		if (storedSeq !== undefined) return storedSeq !== besidesSeq;
		const firstSeq = world.seqOfSlug(slug);
		// A stored row means that it was deleted or has changed its slug.
		return firstSeq !== undefined && firstSeq !== besidesSeq && store.project(firstSeq) === undefined;
	}

	function freeSlug(name: string, seq: number): string {
		const base = slugOf(name) || `project-${seq}`;
		let slug = base;
		for (let count = 2; isSlugTaken(slug, seq); count++) slug = `${base}-${count}`;
		return slug;
	}

	return {
		read,
		newestSeq,
		isSlugTaken,
		save: store.saveProject,
		remove: store.deleteProject,

		/** Newest first, only those older than `beforeSeq`. */
		page(beforeSeq: number, limit: number): readonly ProjectRow[] {
			const rows: ProjectRow[] = [];
			let maxSeq = Math.min(beforeSeq - 1, newestSeq());
			while (maxSeq >= 1 && rows.length < limit) {
				const minSeq = Math.max(1, maxSeq - limit + 1);
				const changed = store.projectsBetween(minSeq, maxSeq);
				for (let seq = maxSeq; seq >= minSeq && rows.length < limit; seq--) {
					const row = current(seq, changed.get(seq));
					if (row) rows.push(row);
				}

				maxSeq = minSeq - 1;
			}

			return rows;
		},

		create(name: string, at: number): ProjectRow {
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
