import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, safe, serviceText} from '../../src/base/text.ts';
import {activityEntry} from '../../src/model/activity-entry.ts';
import {deploymentKey} from '../../src/model/deployment-changes.ts';
import {newestOf} from '../../src/model/deployment-table.ts';
import {emptySnapshot} from '../../src/model/journal-snapshot.ts';
import {recordAt} from '../../src/model/read-request.ts';
import {shownActivity} from '../../src/state/activity.ts';
import {shownBoard} from '../../src/state/board-rows.ts';
import {deploymentsOf, knownDeployment} from '../../src/state/deployments.ts';
import type {AnswerFact} from '../../src/state/facts.ts';
import {withProjectRecalled} from '../../src/state/journal-recall.ts';
import {withActivityEntry} from '../../src/state/lists.ts';
import {goToActivity} from '../../src/state/navigation.ts';
import {afterFact} from '../../src/state/reads.ts';
import {patch, type State} from '../../src/state/state.ts';
import {toggleWatch} from '../../src/state/watches.ts';
import {afterWrite} from '../../src/state/writes.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {answered} from '../kit/fixtures/facts.ts';
import {connected, minute, now} from '../kit/fixtures/moment.ts';
import {bareDeployment, took} from '../present/records.ts';

type Response = {readonly kind: 'deployments' | 'deployment'; readonly readAt: number};

const projectId = 'prj_1';
const id = 'dep_1';

/** Its status is the time of the request. */
const deploymentAt = (readAt: number): Deployment => ({
	...bareDeployment,
	id,
	projectId,
	status: serviceText(`${readAt}`),
	createdAt: now,
});

function arrived({kind, readAt}: Response, at: number): AnswerFact {
	const answer = deploymentAt(readAt);
	if (kind === 'deployments') return listRead(projectId, [answer], now + readAt, now + at);
	return answered(recordAt(projectId, id), answer, now + readAt, now + at);
}

const anyKind = fc.constantFrom<Response['kind'][]>('deployments', 'deployment');
const anyResponse = fc.record({kind: anyKind, readAt: fc.integer({min: 0, max: 50})});

test('all screens show the answer requested last, in whatever order answers arrive', {tags: ['fault-41']}, () => {
	fc.assert(
		fc.property(fc.array(anyResponse, {minLength: 1, maxLength: 6}), responses => {
			const answers = responses.map((response, index) => arrived(response, 100 + index));
			const state = answers.reduce(learned, connected());
			const last = `${Math.max(...responses.map(({readAt}) => readAt))}`;
			const known = deploymentsOf(state, projectId);
			const versions = [
				knownDeployment(state, projectId, id)?.deployment,
				...[...known.rows, ...shownBoard(state).rows].map(({deployment}) => deployment),
				...(known.readAt === undefined ? [] : [newestOf(known)]),
				...known.recent,
			];
			expect(versions.map(deployment => deployment?.status?.exact)).toEqual(versions.map(() => last));
		}),
	);
});

const success = (minutes: number, fields: Partial<Deployment> = {}): Deployment =>
	took(60, {id: `dep_${minutes}`, projectId: 'web', ...fields}, 60 * minutes);

const read = (state: State, deployments: readonly Deployment[], at = now): State =>
	learned(state, listRead('web', deployments, at));

const withStatus = (status: string, concludedAt?: number): Deployment =>
	success(1, {status: serviceText(status), conclusion: undefined, createdAt: now - 5000, concludedAt});

const withRead = (status: Deployment) => read(connected(), [status], now - 2000);

test.each([
	['shows the deployment and watches it', connected(), 'queued', [true]],
	['keeps the newer status of a read', withRead(withStatus('building')), 'building', [true]],
	['does not watch a deployment that has concluded', withRead(withStatus('done', now - 3000)), 'done', []],
])('the answer to a deploy %s', (_what, before, status, watches) => {
	const ref = {id: 'w', connectionId: 0, projectId: 'web', project: 'web'};
	const deployment = withStatus('queued');
	const state = changed(
		before,
		current => afterWrite(current, {kind: 'deployed', ref, notice: plain``, deployment, body: '{}'}, now).state,
	);
	expect(knownDeployment(state, 'web', deployment.id)?.deployment.status?.exact).toBe(status);
	expect([...state.presence.watches.values()].map(({isMine}) => isMine)).toEqual(watches);
});

const afterReads = (count: number): State =>
	Array.from({length: count}, (_, index) => index).reduce(
		(state, index) => read(state, [withStatus(`step-${index}`)], now + index * 1000),
		connected(),
	);

test('keeps timelines of 200 changes for the 2,000 deployments that changed last', () => {
	const many = (word: string) =>
		Array.from({length: 2000}, (_, at) => ({...withStatus(word), id: `d${at}`, createdAt: now}));
	const begun = read(afterReads(300), [withStatus('step-299'), ...many('queued')], now + 300_000);
	const state = read(begun, [withStatus('step-300'), ...many('building')], now + 301_000);
	const timelines = [...state.deployments.timelines.values()];
	expect(timelines).toHaveLength(2000);
	expect(timelines.at(-1)).toHaveLength(200);
	expect(timelines.at(-1)?.at(-1)?.to.status?.exact).toBe('step-300');
	const shorter = withProjectRecalled(state, 'web', {observations: [], changes: timelines.at(-1)?.slice(1) ?? []});
	expect([...shorter.deployments.timelines.values()].at(-1)).toHaveLength(200);
});

test('announces at most 500 unknown status words', () => {
	const state = afterReads(600);
	expect(state.deployments.announcedWords.size).toBe(500);
	expect(state.interface.newWord).toEqual(plain`step-499`);
});

test('the activity shows when a deployment concluded, not when landfall noticed', () => {
	const concluded = success(60, {projectId: 'a'});
	const noticed = activityEntry({kind: 'concluded', projectId: 'a', deploymentId: concluded.id}, plain`test`, now);
	const opened = goToActivity(connected(), [{...noticed, id: '7', deployment: concluded}]);
	expect(shownActivity(opened)).toMatchObject([{at: concluded.concludedAt}]);
});

test('shows a conclusion once that two processes have saved', () => {
	const happening = {kind: 'concluded', projectId: 'a', deploymentId: 'd'} as const;
	const entry = (id: string) => ({...activityEntry(happening, plain`test`, now), id});
	const opened = goToActivity(connected(), [entry('8'), entry('7')]);
	const recorded = (id: string) => withActivityEntry(opened, entry(id)).interface.activity.map(each => each.id);
	expect(['7', '9'].map(id => recorded(id).join(''))).toEqual(['87', '987']);
});

test('a deployment that concluded since the last run is news, even if it was read before the journal', () => {
	const ids = ['a', 'b'];
	const of = (id: string, deployment: Deployment) => ({...deployment, id, projectId: id});
	const ended = success(1, {createdAt: now - 5000, concludedAt: now - 1000});
	const state = ids.reduce((before, id) => learned(before, listRead(id, [of(id, ended)], now)), connected());
	const unfinished = ids.map(id => ({
		deployment: of(id, withStatus('building')),
		project: safe(id),
		seenAt: now - minute,
	}));
	const {detected} = afterFact(state, {type: 'journal-recalled', snapshot: {...emptySnapshot, unfinished}, at: now});
	expect(detected?.conclusions.map(({deployment}) => deployment.id)).toEqual(ids);
});

test('adds what the journal remembers without replacing what this run knows', {tags: ['fault-132']}, () => {
	const day = 24 * 60 * minute;
	const seen = (id: string, ageMs: number) => ({
		deployment: {...withStatus('building'), id, projectId: id},
		project: safe(`Project ${id}`),
		seenAt: now - ageMs,
	});
	const watch = (id: string, isMine: boolean) => ({projectId: id, deploymentId: id, project: plain`some`, isMine});
	const single = arrived({kind: 'deployment', readAt: 0}, 0);
	const before = learned(read(connected(), [withStatus('here')], now - minute), single);
	const drafts = (name: string, ...ids: readonly string[]) => new Map(ids.map(id => [id, {name}]));
	const snapshot = {
		unfinished: [seen('mine', 7 * day - 1), seen('old', 7 * day), seen('theirs', 1000), seen('other', 1000)],
		watches: [watch('mine', true), watch('theirs', false)],
		words: ['there'],
		lastReadAt: now - 60 * minute,
		drafts: drafts('older', 'web', 'api'),
	};
	const known = patch(toggleWatch(before, watch('here', false)), 'writes', {drafts: drafts('newer', 'web')});
	const {deployments, presence, projects, writes} = learned(known, {type: 'journal-recalled', snapshot, at: now});
	const keys = (...ids: readonly string[]) => ids.map(id => deploymentKey(id, id));
	expect([...deployments.board.keys()].slice(2)).toEqual(keys('mine', 'theirs', 'other'));
	expect([...deployments.announcedWords]).toEqual(['there', 'here', '0']);
	expect([...presence.watches.keys()]).toEqual(keys('mine', 'theirs', 'here'));
	expect(presence.away).toEqual({since: now - 60 * minute, until: now - minute});
	expect(projects.names.get('other')).toEqual(plain`Project other`);
	expect(writes.drafts).toEqual(new Map([...drafts('newer', 'web'), ...drafts('older', 'api')]));
	expect(writes.accepted).toEqual(new Map([[keys('mine')[0], now - 7 * day + 1]]));
});
