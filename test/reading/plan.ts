import {type Read, readKey} from '../../src/model/read-request.ts';
import {type Rhythm, rhythmOf} from '../../src/model/rhythm.ts';
import {discoveryRead, type KnownPage} from '../../src/state/discovery.ts';
import {type RunningRead, type Views, viewedInterests} from '../../src/state/interests.ts';
import {inTurn} from '../../src/state/next-read.ts';
import type {ListedProject, RunFacts} from './service.ts';

export type Answer = {readonly readAt: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined; readonly projects: readonly ListedProject[]}
	| {readonly kind: 'deployments'; readonly projectId: string; readonly deployments: readonly RunFacts[]}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deployment: RunFacts}
);

const rpm = 60;

const movedAt = ({updatedAt = 0}: ListedProject): number => updatedAt;

/** Twenty of the projects, the last moved first. To sort thousands for each read would take most of the time. */
function lastMoved(projects: Iterable<ListedProject>): readonly ListedProject[] {
	const found: ListedProject[] = [];
	for (const project of projects) {
		const last = found[19];
		if (last && movedAt(project) <= movedAt(last)) continue;
		const at = found.findIndex(other => movedAt(other) < movedAt(project));
		found.splice(at === -1 ? found.length : at, 0, project);
		found.length = Math.min(found.length, 20);
	}

	return found;
}

/** The order of reads, evenly spaced. Times are in milliseconds. */
export function createPlan() {
	const everyMs = 60_000 / rpm;
	let nextAt = 0;
	let discoveredAt: number | undefined;
	const inFlight = new Set<string>();
	const pages = new Map<string | undefined, KnownPage>();
	const rows = new Map<string, ListedProject>();
	const unread = new Map<string, ListedProject>();
	const lists = new Map<
		string,
		{projectId: string; readAt: number; rhythm: Rhythm; revision: ListedProject | undefined}
	>();
	const running = new Map<string, RunningRead>();

	function see(
		read: RunningRead['read'] & {projectId: string},
		{id, createdAt, concludedAt}: RunFacts,
		readAt: number,
	) {
		if (concludedAt !== undefined) running.delete(id);
		else running.set(id, {projectId: read.projectId, read, beganAt: createdAt ?? readAt, readAt});
	}

	return {
		next(now: number, views: Views): {readonly read: Read | undefined; readonly at: number} {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const canRead = (read: Read) => !inFlight.has(readKey(read));
			const interests = viewedInterests(views, [...running.values()], id => lists.get(id)?.readAt, now);
			const due = interests.filter(
				({read, readAt, maxAgeMs}) => canRead(read) && (readAt === undefined || readAt + maxAgeMs <= now),
			);
			const known = () => ({
				pages: [...pages.values()],
				lists: lists.values(),
				unread: lastMoved(unread.values()),
				skewMs: 0,
			});
			const next = inTurn(due, {now, discoveredAt, turnMs: everyMs}, () => discoveryRead(known(), now, canRead));
			const {read} = next ?? {};
			if (!read) return {read, at: now + 200};
			if (next?.pace === 'discovery') discoveredAt = now;
			inFlight.add(readKey(read));
			nextAt = Math.max(nextAt, now - everyMs / 2) + everyMs;
			return {read, at: nextAt};
		},
		answered(answer: Answer) {
			const {readAt} = answer;
			inFlight.delete(readKey(answer.kind === 'deployment' ? {...answer, deploymentId: answer.deployment.id} : answer));
			if (answer.kind === 'projects') {
				const {cursor, projects} = answer;
				pages.set(cursor, {cursor, readAt, updatedAt: Math.max(...projects.map(({updatedAt}) => updatedAt ?? 0))});
				for (const project of projects) {
					rows.set(project.id, project);
					const list = lists.get(project.id);
					if (list) list.revision = project;
					else unread.set(project.id, project);
				}
			} else if (answer.kind === 'deployment') {
				const {projectId, deployment} = answer;
				see({kind: 'deployment', projectId, deploymentId: deployment.id}, deployment, readAt);
			} else {
				const {projectId, deployments} = answer;
				const revision = rows.get(projectId);
				lists.set(projectId, {
					projectId,
					readAt,
					rhythm: rhythmOf(deployments, revision, {readAt, skewMs: 0}),
					revision,
				});
				unread.delete(projectId);
				const ids = new Set(deployments.map(({id}) => id));
				for (const [deploymentId, each] of running) {
					if (each.projectId !== projectId || ids.has(deploymentId)) continue;
					running.set(deploymentId, {...each, read: {kind: 'deployment', projectId, deploymentId}});
				}

				for (const facts of deployments) see({kind: 'deployments', projectId}, facts, readAt);
			}
		},
	};
}
