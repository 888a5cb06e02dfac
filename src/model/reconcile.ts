import {changeNames} from '../api/decode.ts';
import type {DeploymentList, Project, ProjectChanges} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {holdsNewest} from './deployment-table.ts';
import {projectTitle} from './project-title.ts';
import {baseOf, type Effect, type Intent, isSameField, type Write} from './write-intent.ts';

/**
The outcome of a write whose response was lost, as far as reading the service can show it.

confirmed: the write took effect. absent: there is no sign of it. unclear: the data allows more than one explanation, and landfall does not guess.
*/
export type Finding =
	| {readonly kind: 'confirmed'; readonly effect: Effect}
	| {readonly kind: 'absent'}
	| {readonly kind: 'unclear'; readonly text: SafeText; readonly candidates: readonly SafeText[]};

/** A write whose response was lost, and what reconciling it has found so far. */
export type UnconfirmedWrite = {
	readonly intended: Intent;
	/** Why there is no response. Undefined for a write from an earlier run. */
	readonly reason: SafeText | undefined;
	readonly checks: number;
	/** When the next check starts. Undefined during a check and after the last one. */
	readonly nextAt: LocalTime | undefined;
	readonly problem: SafeText | undefined;
	/** Undefined until it is decided. A write that is confirmed is not unconfirmed any more. */
	readonly finding: Undecided | undefined;
};

/** What the user has to decide about an unconfirmed write. `candidates`: what its result may be. */
export type Undecided = {
	readonly kind: 'absent' | 'unclear';
	readonly text: SafeText;
	readonly candidates: readonly SafeText[];
};

/** How far the two clocks may differ beyond the measured skew. */
const skewToleranceMs = 120_000;

type WriteOf<Kind extends Write['kind']> = Extract<Write, {kind: Kind}>;

const confirmed = (effect: Effect): Finding => ({kind: 'confirmed', effect});

const unclear = (text: SafeText, candidates: readonly SafeText[] = []): Finding => ({
	kind: 'unclear',
	text,
	candidates,
});

export function findCreated(
	{name, known}: WriteOf<'create'>,
	serviceAt: ServiceTime,
	projects: readonly Project[],
	isWhole: boolean,
): Finding {
	const candidates = projects.filter(
		project =>
			project.name?.exact === name &&
			!known.includes(project.id) &&
			(project.createdAt === undefined || project.createdAt >= serviceAt - skewToleranceMs),
	);
	const ids = candidates.map(({id}) => safe(id));
	if (candidates.length > 1)
		return unclear(safe(`${candidates.length} new projects are named ${name}: one of them may be the one`, 300), ids);
	const [only] = candidates;
	if (only && isWhole) {
		return confirmed({
			kind: 'created',
			name,
			project: only,
			notice: safe(`Added ${name} (confirmed by the list)`, 300),
		});
	}

	if (only) return unclear(safe(`A new project is named ${name}: it may be the one`, 300), ids);
	if (isWhole) return {kind: 'absent'};
	return unclear(plain`Not found so far (projects checked: ${projects.length}), and there may be more`);
}

export function findEdited({changes, base}: WriteOf<'edit'>, project: Project): Finding {
	const now = baseOf(project);
	const fields = Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>;
	if (fields.every(field => isSameField(field, now.values, changes))) {
		const notice = safe(`Saved ${projectTitle(project)} (confirmed)`, 300);
		return confirmed({kind: 'saved', sent: changes, project, notice});
	}

	const isUntouched =
		now.updatedAt === base.updatedAt && fields.every(field => isSameField(field, now.values, base.values));
	if (isUntouched) return {kind: 'absent'};
	return unclear(
		plain`The project has changed, but not to what was sent`,
		fields.map(field =>
			safe(`${changeNames[field]}: sent ${changes[field] || 'empty'}, now ${now.values[field] || 'empty'}`),
		),
	);
}

/** Looks for deployments that started since the write. A new one never confirms it, because other clients deploy as well. */
export function findDeployed({known}: WriteOf<'deploy'>, list: DeploymentList): Finding {
	const {deployments, unreadable} = list;
	if (!known) return unclear(plain`Earlier deployments were not known, so a new one can't be told apart`);
	const started = deployments.filter(({id}) => !known.includes(id));
	const candidates = started.map(({id, uploadVersion}) => safe(`${id}  v${uploadVersion ?? '?'}`));
	if (started.length === 1)
		return unclear(plain`A deployment has started since it was sent. We can't tell whether it is yours`, candidates);
	if (started.length > 1)
		return unclear(
			plain`${started.length} deployments have started since it was sent. We can't tell whether one is yours`,
			candidates,
		);
	if (unreadable > 0) return unclear(plain`${unreadable} deployments could not be read: a new one may be among them`);
	if (!holdsNewest(list))
		return unclear(
			plain`The service lists only some deployments, and not the newest first: a new one may not be among them`,
		);
	return {kind: 'absent'};
}

export const findDeleted = (project: Project | undefined, name: string): Finding =>
	project ? {kind: 'absent'} : confirmed({kind: 'deleted', notice: safe(`Deleted ${name} (confirmed)`, 300)});

/** Returns the outcome of a write that cannot be reconciled because the service refuses the read. `reason` is the service's response. */
export const unclearFinding = (reason: SafeText): Finding => unclear(plain`The service cannot tell: ${reason}`);

/** The outcome of a request that changes nothing that landfall knows. */
export const unclearRequest: Finding = unclear(plain`Reading the service does not show it`);

/** The delays before each check of the service: a write may take a while to become readable. */
export const checkDelaysMs: readonly number[] = [2000, 5000, 10_000, 20_000];

export const absentFinding = ({at}: Intent, now: LocalTime): Undecided => ({
	kind: 'absent',
	text: plain`No sign of it ${Math.max(0, Math.round((now - at) / 1000))} s after it was sent`,
	candidates: [],
});
