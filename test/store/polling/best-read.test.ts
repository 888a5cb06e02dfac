import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bestRead} from '../../../src/store/polling/reading-plan/best-read.ts';
import {observeDeployment, observeList} from '../../../src/store/polling/reading-plan/deployment-answers.ts';
import {observePage} from '../../../src/store/polling/reading-plan/page-answers.ts';
import type {DeploymentFacts, ProjectReading} from '../../../src/store/polling/reading-plan/project-reading.ts';
import {listValue, needsOwnRecord, secondsSince} from '../../../src/store/polling/reading-plan/project-value.ts';
import {canReadList, minPauseMs, type Read} from '../../../src/store/polling/reading-plan/read.ts';
import {rowValue} from '../../../src/store/polling/reading-plan/read-value.ts';
import {
	createReadingKnowledge,
	forgetDeployment,
	forgetFailures,
	projectOf,
	setBack,
} from '../../../src/store/polling/reading-plan/reading-knowledge.ts';
import {RunningRows} from '../../../src/store/polling/reading-plan/running-rows.ts';
import {meanSeconds, stateSeconds} from '../../../src/store/polling/reading-plan/team-statistics.ts';
import {initialWeights, type Views, viewOf} from '../../../src/store/polling/reading-plan/view-weights.ts';

const start = Date.UTC(2026, 5, 1);

type Knowledge = ReturnType<typeof createReadingKnowledge>;

/** What the list of a project is worth, each row by itself. */
function listValueByRows({statistics}: Knowledge, project: ProjectReading, now: number, views: Views): number {
	const duration = meanSeconds(statistics, project.durations);
	const view = viewOf(project.id, views);
	let stale = 0;
	for (const row of project.rows.values()) {
		if (!row.isUnlisted) stale += rowValue(secondsSince(row.readAt, now), stateSeconds(statistics, row, duration));
	}

	const withoutRows = {...project, rows: new RunningRows()};
	const begun = listValue(withoutRows, {now, view, weights: initialWeights, statistics});
	return initialWeights[view] * stale + begun;
}

/** The best read of what is in progress or looked at, as a walk over all rows finds it. */
function bestByWalk(knowledge: Knowledge, now: number, views: Views): Read | undefined {
	const {active, statistics} = knowledge;
	let highest = Number.NEGATIVE_INFINITY;
	let best: Read | undefined;
	const consider = (value: number, read: Read) => {
		if (value > highest) [highest, best] = [value, read];
	};
	for (const project of active) {
		const {id: projectId, rows, durations, blockedUntil} = project;
		if (canReadList(now)(project)) {
			consider(listValueByRows(knowledge, project, now, views), {kind: 'list', projectId});
		}

		if (blockedUntil > now) continue;
		const duration = meanSeconds(statistics, durations);
		for (const [deploymentId, row] of rows) {
			if (!needsOwnRecord(project, row, now) || row.readAt > now - minPauseMs) continue;
			const value = rowValue(secondsSince(row.readAt, now), stateSeconds(statistics, row, duration));
			const weighted = initialWeights[viewOf(projectId, views)] * value;
			if (weighted > 0) consider(weighted, {kind: 'deployment', projectId, deploymentId});
		}
	}

	for (const projectId of [...views.live, ...views.watched, ...views.visible]) {
		const project = projectOf(knowledge, projectId);
		if (!active.has(project) && canReadList(now)(project))
			consider(listValueByRows(knowledge, project, now, views), {kind: 'list', projectId});
	}

	return best;
}

const projectIds = ['a', 'b'];
const project = fc.constantFrom(...projectIds);
const deploymentId = fc.nat(5).map(String);
const deployment = fc.record({
	id: deploymentId,
	status: fc.constantFrom('queued', 'building'),
	agoS: fc.oneof(fc.nat(50), fc.nat(3000)),
	isConcluded: fc.nat(4).map(nat => nat === 0),
});

const step = fc.oneof(
	fc.record({what: fc.constant('wait' as const), forMs: fc.nat(20_000)}),
	fc.record({
		what: fc.constant('list' as const),
		project,
		deployments: fc.uniqueArray(deployment, {selector: ({id}) => id}),
	}),
	fc.record({what: fc.constant('deployment' as const), project, deployment, agoMs: fc.nat(3000)}),
	fc.record({what: fc.constant('page' as const), updatedAgoS: fc.nat(100)}),
	fc.record({what: fc.constant('list failed' as const), project, forMs: fc.nat(20_000)}),
	fc.record({what: fc.constant('deployment failed' as const), project, id: deploymentId, forMs: fc.nat(20_000)}),
	fc.record({what: fc.constant('blocked' as const), project, forMs: fc.nat(3000)}),
	fc.record({what: fc.constant('failures forgotten' as const)}),
	fc.record({what: fc.constant('deployment gone' as const), project, id: deploymentId}),
	fc.record({what: fc.constant('set back' as const), byMs: fc.nat(20_000)}),
);

const factsOf = (
	{id, status, agoS, isConcluded}: {id: string; status: string; agoS: number; isConcluded: boolean},
	now: number,
): DeploymentFacts => ({
	id,
	status,
	createdAt: now - agoS * 1000,
	concludedAt: isConcluded ? now - agoS * 500 : undefined,
	isConcluded,
});

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Returns the time after a step. */
function take(knowledge: Knowledge, each: Step, now: number): number {
	switch (each.what) {
		case 'wait':
			return now + each.forMs;
		case 'list': {
			const deployments = each.deployments.map(facts => factsOf(facts, now));
			observeList(knowledge, {projectId: each.project, deployments, isComplete: false, askedAt: now}, false);
			return now;
		}

		case 'deployment': {
			const askedAt = now - each.agoMs;
			observeDeployment(knowledge, {projectId: each.project, deployment: factsOf(each.deployment, now), askedAt});
			return now;
		}

		case 'page': {
			const updatedAt = now - each.updatedAgoS * 1000;
			const projects = projectIds.map(id => ({id, createdAt: start, updatedAt, latestUploadVersion: 1}));
			observePage(knowledge, {cursor: undefined, projects, askedAt: now});
			return now;
		}

		case 'list failed':
			projectOf(knowledge, each.project).listRetryAt = now + each.forMs;
			return now;
		case 'deployment failed': {
			const {rows} = projectOf(knowledge, each.project);
			const row = rows.get(each.id);
			if (row) rows.set(each.id, {...row, retryAt: now + each.forMs});
			return now;
		}

		case 'blocked':
			projectOf(knowledge, each.project).blockedUntil = now + each.forMs;
			return now;
		case 'failures forgotten':
			forgetFailures(knowledge);
			return now;
		case 'deployment gone':
			forgetDeployment(knowledge, each.project, each.id);
			return now;
		case 'set back':
			setBack(knowledge, now - each.byMs);
			return now - each.byMs;
	}
}

test('whatever happens, the best read is the one that a walk over all rows finds', () => {
	const views = fc.record({
		live: fc.subarray(projectIds, {maxLength: 1}),
		watched: fc.subarray(projectIds),
		visible: fc.subarray(projectIds),
	});
	fc.assert(
		fc.property(fc.array(step, {minLength: 5, maxLength: 40}), views, (steps, looked) => {
			const knowledge = createReadingKnowledge();
			const sets: Views = {
				live: new Set(looked.live),
				watched: new Set(looked.watched),
				visible: new Set(looked.visible),
			};
			let now = start;
			for (const each of steps) {
				now = take(knowledge, each, now);
				for (const at of [now, now + minPauseMs, now + 7000]) {
					const moment = {now: at, views: sets, weights: initialWeights, isWide: false};
					expect(bestRead(knowledge, moment)).toEqual(bestByWalk(knowledge, at, sets));
				}
			}
		}),
		{numRuns: 500},
	);
});

test('whatever is added to the rows of a project and removed, some are endless as long as one of them is', () => {
	const change = fc.record({id: fc.nat(3).map(String), isEndless: fc.option(fc.boolean())});
	fc.assert(
		fc.property(fc.array(change), changes => {
			const rows = new RunningRows();
			for (const {id, isEndless} of changes) {
				const state = isEndless ? 'building 2' : 'building';
				if (isEndless === null) rows.delete(id);
				else rows.set(id, {status: 'building', state, readAt: start, isUnlisted: false, retryAt: 0});
				expect(rows.digest.hasEndless).toBe([...rows.values()].some(row => row.state !== row.status));
			}
		}),
	);
});
