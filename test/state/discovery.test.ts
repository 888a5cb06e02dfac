import {expect, test} from 'vitest';
import {deploymentsAt, pageAt, type Read, readKey} from '../../src/model/read-request.ts';
import {type Revision, rhythmOf} from '../../src/model/rhythm.ts';
import {discoveryKnown, discoveryRead, type Known} from '../../src/state/discovery.ts';
import {connectTo} from '../../src/state/login.ts';
import {initialState} from '../../src/state/state.ts';
import {stateAfter} from '../kit/fixtures/changed.ts';
import {testConnection} from '../kit/fixtures/connection.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
import {answered} from '../kit/fixtures/facts.ts';
import {hour, minute, second} from '../kit/fixtures/moment.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const now = 6000 * hour;

const at = (agoMs: number): Revision => ({updatedAt: now - agoMs, latestUploadVersion: undefined});

type List = {
	readonly agoMs: number;
	readonly began?: readonly number[];
	/** Before and now. */
	readonly record: Revision;
	readonly recordNow?: Revision;
};

function knownWith({
	pages = {},
	lists = {},
	unread = {},
}: {
	pages?: Readonly<Record<string, readonly [readAgoMs: number, movedAgoMs: number]>>;
	lists?: Readonly<Record<string, List>>;
	unread?: Readonly<Record<string, number>>;
}): Known {
	return {
		pages: Object.entries(pages).map(([cursor, [readAgoMs, movedAgoMs]]) => ({
			cursor,
			readAt: now - readAgoMs,
			updatedAt: now - movedAgoMs,
		})),
		lists: Object.entries(lists).map(([projectId, {agoMs, began = [], record, recordNow = record}]) => {
			const deployments = began.map(ago => ({createdAt: now - ago, uploadVersion: undefined}));
			const readAt = now - agoMs;
			return {projectId, readAt, rhythm: rhythmOf(deployments, record, {readAt, skewMs: 0}), revision: recordNow};
		}),
		unread: Object.entries(unread).map(([id, ago]) => ({id, ...at(ago)})),
		skewMs: 0,
	};
}

const still = {agoMs: 5 * minute, record: at(hour)};
const busy = {...still, began: [hour, 2 * hour, 3 * hour, 4 * hour]};
const silent = {...busy, record: at(1000 * hour)};
const moved = (agoMs: number) => ({...still, recordNow: at(agoMs)});

test.each<[what: string, known: Parameters<typeof knownWith>[0], read: string | undefined]>([
	['the project whose record moved last', {lists: {a: moved(minute), b: moved(second), c: busy}}, 'deployments b'],
	['a project that moved, before any page', {pages: {x: [hour, second]}, lists: {a: moved(minute)}}, 'deployments a'],
	['an unread project that moved minutes ago', {lists: {a: busy}, unread: {b: hour, c: minute}}, 'deployments c'],
	['an unread project, while nothing is overdue', {lists: {a: still}, unread: {b: hour}}, 'deployments b'],
	['the list of the project that deploys more often', {lists: {a: still, b: busy}}, 'deployments b'],
	['the older one of two alike', {lists: {a: {...busy, agoMs: minute}, b: busy}}, 'deployments b'],
	['the page on which something moved later', {pages: {x: [minute, hour], y: [minute, minute]}}, 'projects y'],
	['a page, where records move with deployments', {pages: {x: [minute, minute]}, lists: {a: busy}}, 'projects x'],
	[
		'a list, where records do not move',
		{
			pages: {x: [minute, hour]},
			lists: Object.fromEntries(Array.from({length: 20}, (_, index) => [`p${index}`, silent])),
		},
		'deployments p0',
	],
	['nothing that was just read', {pages: {x: [9 * second, 0]}, lists: {a: {...busy, agoMs: 999}}}, undefined],
])('discovery reads %s', (_what, known, expected) => {
	const read = discoveryRead(knownWith(known), now, () => true);
	expect(read && readKey(read)).toBe(expected);
});

test('discovery leaves out reads that must wait, and projects that are not listed', () => {
	const known = knownWith({lists: {a: moved(second), b: busy, c: still}});
	const isFree = (read: Read) => readKey(read) !== 'deployments a';
	const lists = [...known.lists].map(list => (list.projectId === 'b' ? {...list, revision: undefined} : list));
	const read = discoveryRead({...known, lists}, now, isFree);
	expect(read && readKey(read)).toBe('deployments c');
});

test.each([
	['the page', ['list', 'page']],
	['the list', ['page', 'list']],
] as const)('a deployment begun while its list is read is discovered, also if %s arrives last', (_last, order) => {
	const page = (movedMs: number, sentMs: number) => {
		const projects = [{...bareProject, id: 'a', ...at(movedMs)}];
		return answered(pageAt(undefined), {projects, nextCursor: undefined, unreadable: 0}, now - sentMs);
	};
	const began = {...bareDeployment, id: 'd1', projectId: 'a', createdAt: now - 2 * hour, concludedAt: now - hour};
	const answers = {list: answered(deploymentsAt('a'), listOf([began]), now - 500), page: page(400, 300)};
	const connected = connectTo(initialState({columns: 80, rows: 24}, [], 60), testConnection);
	const state = stateAfter(connected, page(2 * hour, minute), ...order.map(each => answers[each]));
	expect(discoveryRead(discoveryKnown(state), now, () => true)).toEqual(deploymentsAt('a'));
});
