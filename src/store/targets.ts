import type {Project} from '../api/types.ts';
import {coldMs, hotMs, jittered, latestMs, sweepMs, warmMs} from './cadence.ts';
import {hintOf} from './latest.ts';
import {projectRows} from './layout.ts';
import type {Need} from './need.ts';
import {countOf, indexOfProject, type Page, type ProjectList, pageIndexAt} from './project-list.ts';
import {projectRowsOf} from './project-rows.ts';
import {currentScreen, type State} from './state.ts';

/**
Why something is read.

awaited: the reader waits for it. hot: a deployment that is watched closely. warm: what is on the screen. rows: the newest deployments of the projects on the screen. sweep: pages at hand that are not on the screen. cold: the newest deployments of projects near the screen.
*/
export type Tier = 'awaited' | 'hot' | 'warm' | 'rows' | 'sweep' | 'cold';

/** What is read only as far as there is time. */
export const idleTiers: readonly Tier[] = ['rows', 'sweep', 'cold'];

/** Something to be read: when it is due, how often, and when what there is was asked for. */
export type Target = {
	readonly need: Need;
	readonly tier: Tier;
	readonly dueAt: number;
	readonly everyMs: number;
	readonly askedAt: number | undefined;
};

/** How many rows beyond the reader are read ahead. */
const lookahead = 100;

/** How many rows above and below the screen have their newest deployments read when there is time. */
const nearby = 100;

/** Longer than anything stays at hand. */
const outdatedFirstMs = 1e12;

const windowEnd = ({position, size}: State): number => position.top + projectRows(size);

/** What was never read is waited for; so is what was read before a refresh was asked for. */
function listTarget(state: State, need: Need, readAt: number | undefined, isOutdated = false): Target {
	const everyMs = warmMs(state);
	const isAwaited = readAt === undefined || readAt < state.refreshedAt || isOutdated;
	if (isAwaited) return {need, tier: 'awaited', dueAt: 0, everyMs, askedAt: readAt};
	return {need, tier: 'warm', dueAt: jittered(need, readAt, everyMs), everyMs, askedAt: readAt};
}

/** The pages of which something is on the screen. */
function shownPages(state: State): readonly Page[] {
	const {projects, view, position} = state;
	const {pages} = projects;
	const end = windowEnd(state);
	if (!view) {
		const first = pageIndexAt(pages, position.top);
		let last = first + 1;
		while ((pages[last]?.start ?? end) < end) last++;
		return pages.slice(first, last);
	}

	const shown = new Set<Page>();
	for (const {id} of view.rows.slice(position.top, end)) {
		const at = indexOfProject(projects, id);
		const page = at === undefined ? undefined : pages[pageIndexAt(pages, at)];
		if (page) shown.add(page);
	}

	return [...shown];
}

/** The pages that are kept fresh: those on the screen, and the first, where new projects come in. */
const freshPages = (state: State): ReadonlySet<Page> =>
	new Set([...shownPages(state), ...state.projects.pages.slice(0, 1)]);

/** The cursor of the first page whose rows are not at hand. */
function firstMissing({pages, kept}: ProjectList): Page | undefined {
	const at = kept.findIndex((place, index) => place !== index);
	return pages[at < 0 ? kept.length : at];
}

/** The page that the reader waits for behind those that were read: because they are near it, or asked for all. */
function readingOnTargets(state: State, connectionId: number): readonly Target[] {
	const {projects, renewal, walk, view} = state;
	const awaited = (cursor: string | undefined): Target => ({
		need: {connectionId, kind: 'projects', cursor},
		tier: 'awaited',
		dueAt: 0,
		everyMs: warmMs(state),
		askedAt: undefined,
	});
	if (renewal) return [awaited(renewal.pages.at(-1)?.nextCursor)];
	const missing = walk === 'all' ? firstMissing(projects) : undefined;
	const isNear = !view && Math.max(state.reach, windowEnd(state)) + lookahead > countOf(projects);
	const goesOn = projects.end === 'open' && (isNear || walk !== undefined || projects.pages.length === 0);
	return [
		...(missing ? [awaited(missing.cursor)] : []),
		...(goesOn ? [awaited(projects.pages.at(-1)?.nextCursor)] : []),
	];
}

/** One that is known to be out of date goes before all that are not. */
const readAtOf = ({isOutdated, readAt}: Page): number => (isOutdated ? readAt - outdatedFirstMs : readAt);

/** Pages at hand that are not on the screen: only the one that was read longest ago, because they are read in turn. */
function sweepTarget(state: State, connectionId: number, shown: ReadonlySet<Page>): readonly Target[] {
	const {pages, kept} = state.projects;
	let oldest: Page | undefined;
	for (const at of kept) {
		const page = pages[at];
		if (page && !shown.has(page) && readAtOf(page) < (oldest ? readAtOf(oldest) : Number.POSITIVE_INFINITY))
			oldest = page;
	}

	if (!oldest) return [];
	const need: Need = {connectionId, kind: 'projects', cursor: oldest.cursor};
	const dueAt = oldest.isOutdated ? oldest.readAt : jittered(need, oldest.readAt, sweepMs);
	return [{need, tier: 'sweep', dueAt, everyMs: sweepMs, askedAt: oldest.readAt}];
}

/** The newest deployment of a project, for a row of the list. It is due at once if the project says that something happened. */
function latestTarget(state: State, connectionId: number, project: Project, tier: 'rows' | 'cold'): Target {
	const need: Need = {connectionId, kind: 'latest', projectId: project.id};
	const known = state.latest.get(project.id);
	const everyMs = tier === 'cold' ? coldMs : latestMs(known?.deployment, state);
	if (!known) return {need, tier, dueAt: 0, everyMs, askedAt: undefined};
	const isHinted = known.hint !== hintOf(project) || known.askedAt < state.allRefreshedAt;
	return {
		need,
		tier,
		dueAt: isHinted ? known.askedAt : jittered(need, known.askedAt, everyMs),
		everyMs,
		askedAt: known.askedAt,
	};
}

function rowTargets(state: State, connectionId: number): readonly Target[] {
	const rows = projectRowsOf(state);
	const {top} = state.position;
	const end = Math.min(rows.count, windowEnd(state));
	const targets: Target[] = [];
	for (let index = top; index < end; index++) {
		const project = rows.rowAt(index);
		if (project) targets.push(latestTarget(state, connectionId, project, 'rows'));
	}

	return targets;
}

/** The rows around the screen, the nearest first: only the one that was read longest ago, because they are read in turn. */
function coldTarget(state: State, connectionId: number): readonly Target[] {
	const rows = projectRowsOf(state);
	const {top} = state.position;
	const end = windowEnd(state);
	let oldest: {readonly project: Project; readonly askedAt: number} | undefined;
	for (let distance = 0; distance < nearby; distance++) {
		for (const index of [end + distance, top - 1 - distance]) {
			const project = index >= 0 && index < rows.count ? rows.rowAt(index) : undefined;
			if (!project) continue;
			const askedAt = state.latest.get(project.id)?.askedAt ?? Number.NEGATIVE_INFINITY;
			if (askedAt < (oldest?.askedAt ?? Number.POSITIVE_INFINITY)) oldest = {project, askedAt};
		}

		if (oldest?.askedAt === Number.NEGATIVE_INFINITY) break;
	}

	return oldest ? [latestTarget(state, connectionId, oldest.project, 'cold')] : [];
}

/** A deployment that is watched closely, until it concludes. */
function deploymentTarget(state: State, need: Extract<Need, {kind: 'deployment'}>): readonly Target[] {
	const {seen} = state.deployments[need.projectId] ?? {seen: []};
	const known = seen.find(({deployment}) => deployment.id === need.deploymentId);
	if (!known) return [{need, tier: 'awaited', dueAt: 0, everyMs: hotMs(undefined, 0), askedAt: undefined}];
	const {deployment, askedAt} = known;
	const everyMs = hotMs(deployment, askedAt + state.skewMs);
	return [{need, tier: 'hot', dueAt: jittered(need, askedAt, everyMs), everyMs, askedAt}];
}

/** What the screen shows. */
export function screenTargets(state: State, connectionId: number): readonly Target[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects': {
			// While the list is read anew, cursors of the old one may be refused as well.
			const shown = state.renewal ? [] : [...freshPages(state)];
			return [
				...shown.map(({cursor, rows, readAt, isOutdated}) =>
					listTarget(state, {connectionId, kind: 'projects', cursor}, readAt, !rows || isOutdated),
				),
				...readingOnTargets(state, connectionId),
			];
		}

		case 'deployments': {
			const {projectId, position} = screen;
			const {seen, readAt} = state.deployments[projectId] ?? {seen: [], readAt: undefined};
			const picked = seen[position.index]?.deployment;
			return [
				listTarget(state, {connectionId, kind: 'deployments', projectId}, readAt),
				listTarget(state, {connectionId, kind: 'project', projectId}, state.opened[projectId]?.askedAt),
				...(picked
					? deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId: picked.id})
					: []),
			];
		}

		case 'deployment': {
			const {projectId, deploymentId} = screen;
			return deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId});
		}

		case 'welcome':
		case 'connect':
		case 'create':
		case 'edit':
		case 'activity':
			return [];
	}
}

/** What the screen shows and what is followed. */
export function closeTargets(state: State, connectionId: number): readonly Target[] {
	const {followed} = state;
	const shown = screenTargets(state, connectionId);
	return followed ? [...shown, ...deploymentTarget(state, {connectionId, kind: 'deployment', ...followed})] : shown;
}

/** What is read besides, as far as there is time. Rows are only read for somebody who stays with them, and what is not on the screen for somebody who looks. */
export function idleTargets(state: State, connectionId: number, isStill: boolean): readonly Target[] {
	const {projects, walk, renewal, isFocused} = state;
	if (currentScreen(state).name !== 'projects' || projects.pages.length === 0 || walk || renewal) return [];
	return [
		...(isStill ? rowTargets(state, connectionId) : []),
		...(isFocused ? sweepTarget(state, connectionId, freshPages(state)) : []),
		...(isFocused && isStill ? coldTarget(state, connectionId) : []),
	];
}
