import {expect, test} from 'vitest';
import {unitedNeeds, type WindowNeeds} from '../../../src/store/polling/other-windows.ts';
import type {PlannedRead} from '../../../src/store/polling/planned-read.ts';

const read = (projectId: string, dueAt: number): PlannedRead => ({
	request: {connectionId: 1, kind: 'latest', projectId},
	priority: 'due',
	dueAt,
	askedAt: undefined,
});

const needs = (changes: Partial<WindowNeeds> = {}): WindowNeeds => ({
	perMinute: 60,
	isAway: false,
	openList: undefined,
	views: {live: new Set(), watched: new Set(), visible: new Set()},
	reads: [],
	...changes,
});

const none = new Map<string, number>();

test('without other windows, nothing more is needed', () => {
	expect(unitedNeeds([], none)).toEqual({
		areAway: true,
		openLists: new Set(),
		views: {live: new Set(), watched: new Set(), visible: new Set()},
		reads: [],
	});
});

test('somebody looks as long as one window is looked at', () => {
	expect(unitedNeeds([needs({isAway: true}), needs()], none).areAway).toBe(false);
	expect(unitedNeeds([needs({isAway: true})], none).areAway).toBe(true);
});

test('what any window looks at is looked at', () => {
	const a = needs({openList: 'a', views: {live: new Set('a'), watched: new Set('b'), visible: new Set('c')}});
	const b = needs({openList: 'd', views: {live: new Set('d'), watched: new Set('b'), visible: new Set('ce')}});
	const {views, openLists} = unitedNeeds([a, b], none);
	expect(views).toEqual({live: new Set('ad'), watched: new Set('b'), visible: new Set('ce')});
	expect(openLists).toEqual(new Set('ad'));
});

test('what several windows need is read once, when the first of them needs it', () => {
	const {reads} = unitedNeeds([needs({reads: [read('a', 30), read('b', 5)]}), needs({reads: [read('a', 10)]})], none);
	expect(reads).toEqual([read('a', 10), read('b', 5)]);
});

test('what was just read is not read again before its window can have seen it', () => {
	const {reads} = unitedNeeds([needs({reads: [read('a', 0), read('b', 0)]})], new Map([['1 latest a', 1000]]));
	expect(reads).toEqual([read('a', 1500), read('b', 0)]);
});
