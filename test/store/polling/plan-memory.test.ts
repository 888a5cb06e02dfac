import {expect, test} from 'vitest';
import {observeList, recallDurations} from '../../../src/store/polling/reading-plan/deployment-answers.ts';
import type {DeploymentFacts} from '../../../src/store/polling/reading-plan/project-reading.ts';
import {createReadingKnowledge} from '../../../src/store/polling/reading-plan/reading-knowledge.ts';
import {createReadingPlan} from '../../../src/store/polling/reading-plan/reading-plan.ts';
import {meanSeconds} from '../../../src/store/polling/reading-plan/team-statistics.ts';
import type {Views} from '../../../src/store/polling/reading-plan/view-weights.ts';

const now = Date.UTC(2026, 5, 1, 12);
const second = 1000;
const hour = 3_600_000;
const nothing: Views = {live: new Set(), watched: new Set(), visible: new Set()};

const over = (id: string, seconds: number): DeploymentFacts => ({
	id,
	status: 'completed',
	createdAt: now - hour,
	concludedAt: now - hour + seconds * second,
	isConcluded: true,
});
const running = (id: string): DeploymentFacts => ({
	id,
	status: 'building',
	createdAt: now - second,
	concludedAt: undefined,
	isConcluded: false,
});

const planOf = (...ids: readonly string[]) => {
	const plan = createReadingPlan();
	const projects = ids.map(id => ({id, createdAt: undefined, updatedAt: undefined, latestUploadVersion: 1}));
	plan.observePage({cursor: undefined, projects, askedAt: now});
	for (const projectId of ids) plan.observeList({projectId, deployments: [], isComplete: true, askedAt: now});
	return plan;
};

test('durations from the journal count from the first moment, until a list says more', () => {
	const knowledge = createReadingKnowledge();
	const long = Array.from({length: 20}, (_, index) => over(`d${index}`, 300));
	recallDurations(knowledge, 'a', long);
	const recalled = knowledge.projects.get('a')?.durations;
	expect(meanSeconds(knowledge.statistics, recalled)).toBeGreaterThan(250);
	expect(meanSeconds(knowledge.statistics)).toBeGreaterThan(200);
	observeList(knowledge, {projectId: 'a', deployments: [over('n', 10)], isComplete: true, askedAt: now}, false);
	recallDurations(knowledge, 'a', long);
	expect(knowledge.projects.get('a')?.durations.count).toBe(1);
});

test('after the clock was set back, reading goes on', () => {
	const plan = planOf('a');
	const early = now - hour;
	expect(plan.nextRead(early + 2 * second, nothing)).toBeUndefined();
	plan.setBack(early);
	expect(plan.nextRead(early + 2 * second, nothing)).toBeDefined();
});

test('what failed is read at once after a refresh, but not what is in flight', () => {
	const plan = planOf('a');
	plan.keepPages(new Set());
	plan.observeFailure({kind: 'list', projectId: 'a'}, now + hour);
	expect(plan.nextRead(now + 2 * second, nothing)).toBeUndefined();
	plan.forgetFailures();
	expect(plan.nextRead(now + 2 * second, nothing)).toEqual({kind: 'list', projectId: 'a'});
	plan.started({kind: 'list', projectId: 'a'}, now + 2 * second, nothing);
	plan.forgetFailures();
	expect(plan.nextRead(now + 4 * second, nothing)).toBeUndefined();
	plan.finished({kind: 'list', projectId: 'a'});
	expect(plan.nextRead(now + 4 * second, nothing)).toEqual({kind: 'list', projectId: 'a'});
});

test('while nobody looks, only what is in progress or looked at is read', () => {
	const plan = planOf('a', 'b', 'c');
	plan.observeDeployment({projectId: 'b', deployment: running('d'), askedAt: now});
	const at = now + 5 * second;
	expect(plan.nextRead(at, nothing, false)).toEqual({kind: 'list', projectId: 'b'});
	plan.started({kind: 'list', projectId: 'b'}, at, nothing);
	expect(plan.nextRead(at, nothing, false)).toBeUndefined();
	expect(plan.nextRead(at, {...nothing, visible: new Set(['c'])}, false)).toEqual({kind: 'list', projectId: 'c'});
});
