import type {DeploymentList, Project, ProjectChanges} from '../../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../../clock.ts';
import {projectTitle} from '../../../project-title.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {type DeploymentOrder, listLimit} from '../deployments/deployment-order.ts';
import {baseOf, type Write, type WriteIntent} from './write-intent.ts';

/**
What was found of a write whose answer was lost.

confirmed: it was done. absent: there is no sign of it. unclear: what is there can mean more than one thing, and nothing is guessed.
*/
export type Finding =
	| {readonly kind: 'confirmed'; readonly text: SafeText; readonly project: Project | undefined}
	| {readonly kind: 'absent'}
	| {readonly kind: 'unclear'; readonly text: SafeText; readonly candidates: readonly SafeText[]};

/** The service's clock and ours may differ by this much beyond what is known. */
const doubtMs = 120_000;

type Of<Kind extends Write['kind']> = Extract<Write, {kind: Kind}>;

/** Finds a project that may be the one that was to be added. `isWhole` says whether all projects were looked at and could be read. */
export function findCreated(
	{name, known}: Of<'create'>,
	serviceAt: ServiceTime,
	projects: readonly Project[],
	isWhole: boolean,
): Finding {
	const candidates = projects.filter(
		project =>
			project.name?.exact === name &&
			!known.includes(project.id) &&
			(project.createdAt === undefined || project.createdAt >= serviceAt - doubtMs),
	);
	const [only] = candidates;
	if (only && candidates.length === 1 && isWhole) {
		return {kind: 'confirmed', text: safe(`Added ${name} (confirmed by the list)`, 300), project: only};
	}

	if (candidates.length > 0) {
		return {
			kind: 'unclear',
			text: safe(`${candidates.length} new projects are called ${name}: one of them may be it`, 300),
			candidates: candidates.map(({id}) => safe(id)),
		};
	}

	if (isWhole) return {kind: 'absent'};
	return {
		kind: 'unclear',
		text: plain`It is not among the ${projects.length} projects that were looked at, and there are others`,
		candidates: [],
	};
}

const fieldsOf = (changes: ProjectChanges) => Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>;

/** Finds out whether a project was changed as it was to be. Only what was sent is compared. */
export function findEdited({changes, base}: Of<'edit'>, project: Project): Finding {
	const now = baseOf(project);
	const fields = fieldsOf(changes);
	if (fields.every(field => now.values[field] === changes[field])) {
		return {kind: 'confirmed', text: safe(`Saved ${projectTitle(project)} (confirmed)`, 300), project};
	}

	const isUntouched =
		now.updatedAt === base.updatedAt && fields.every(field => now.values[field] === base.values[field]);
	if (isUntouched) return {kind: 'absent'};
	return {
		kind: 'unclear',
		text: plain`The project was changed, and not only as it was sent`,
		candidates: fields.map(field =>
			safe(`${field}: sent ${changes[field] ?? ''}, it is ${now.values[field] ?? 'nothing'}`),
		),
	};
}

/** Finds deployments that have begun since. None of them is said to be ours: others deploy as well. */
export function findDeployed({known}: Of<'deploy'>, list: DeploymentList, order: DeploymentOrder): Finding {
	const {deployments, unreadable} = list;
	if (!known) {
		const text = plain`The deployments before it were not known, so nothing can be told apart`;
		return {kind: 'unclear', text, candidates: []};
	}

	const begun = deployments.filter(({id}) => !known.includes(id));
	if (begun.length > 0) {
		const text = plain`${begun.length === 1 ? plain`A deployment has` : plain`${begun.length} deployments have`} begun since it was sent. Whether that was this one cannot be told`;
		return {
			kind: 'unclear',
			text,
			candidates: begun.map(({id, uploadVersion}) => safe(`${id}  v${uploadVersion ?? '?'}`)),
		};
	}

	if (unreadable > 0) {
		const text = plain`${unreadable} deployments could not be read: a new one may be among them`;
		return {kind: 'unclear', text, candidates: []};
	}

	if (deployments.length >= listLimit && order !== 'newest first') {
		const text = plain`The service lists at most ${listLimit} deployments in no known order: a new one may not be among them`;
		return {kind: 'unclear', text, candidates: []};
	}

	return {kind: 'absent'};
}

/** Finds out whether a project is gone. `project` is undefined if the service does not know it any more. */
export function findDeleted(project: Project | undefined, name: string): Finding {
	return project
		? {kind: 'absent'}
		: {kind: 'confirmed', text: safe(`Deleted ${name} (confirmed)`, 300), project: undefined};
}

/** What there is to say about a write where the service does not have what would tell: `reason` is what it answered. */
export const findNothing = (reason: SafeText): Finding => ({
	kind: 'unclear',
	text: plain`The service cannot tell: ${reason}`,
	candidates: [],
});

/** How long after the answer was lost the service is looked at: what was written may take a while to be read. */
export const lookPausesMs: readonly number[] = [2000, 5000, 10_000, 20_000];

/** Whether a finding is told now, or it is looked again first. */
export const isDecided = (finding: Finding, looks: number): boolean =>
	finding.kind !== 'absent' || looks >= lookPausesMs.length;

/** What is said when no sign was found. */
export const absentText = ({at}: WriteIntent, now: LocalTime): SafeText =>
	plain`No sign of it ${Math.max(0, Math.round((now - at) / 1000))} s after it was sent`;
