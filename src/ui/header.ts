import {age, clockTime, duration} from '../present/format.ts';
import {fitSpans, type Line, ours, type SafeSpan} from '../present/line.ts';
import {projectTitle} from '../present/project.ts';
import {retryAt} from '../store/cadence.ts';
import {currentFailures, isReadingOn, shownAt} from '../store/needs.ts';
import {currentScreen, type State} from '../store/state.ts';
import {cells, safe} from '../text.ts';

/** What the reader stands in front of, from the whole to the part. */
function crumbs(state: State): readonly SafeSpan[] {
	const {connection} = state;
	if (!connection) return [];
	const screen = currentScreen(state);
	const place: readonly SafeSpan[] = [
		{text: connection.name, tone: 'accent'},
		...(connection.host === connection.name ? [] : [{text: connection.host, tone: 'quiet'} as const]),
		...(connection.isReadOnly ? [{text: ours('read-only'), tone: 'busy'} as const] : []),
	];
	if (screen.name === 'create') return [...place, {text: ours('new project'), tone: 'strong'}];
	if (!('projectId' in screen)) return place;
	const project = state.opened[screen.projectId]?.project;
	return [...place, {text: project ? projectTitle(project) : safe(screen.projectId), tone: 'strong'}];
}

/** How true the screen is: how old its oldest part is, and what is wrong if something is. */
export function freshness(state: State, localNow: number): SafeSpan {
	const {connection} = state;
	if (!connection) return {text: ours('not connected'), tone: 'quiet'};
	if (connection.refusal) return {text: ours('key refused'), tone: 'bad'};
	const since = shownAt(state);
	const failures = currentFailures(state);
	if (failures.length > 0) {
		const waitMs = Math.max(0, Math.min(...failures.map(retryAt)) - localNow);
		const next = waitMs < 1000 ? 'trying again' : `next try in ${duration(waitMs)}`;
		return {text: ours(since === undefined ? next : `as of ${clockTime(since)} · ${next}`), tone: 'busy'};
	}

	if (since === undefined) return {text: ours(isReadingOn(state) ? 'reading' : ''), tone: 'quiet'};
	return {text: ours(`live · ${age(since, localNow)}`), tone: 'quiet'};
}

/** The first line of every screen, exactly `width` cells: where one is at the left, how true it is at the right. */
export function headerLine(state: State, width: number, localNow: number): Line {
	const dot: SafeSpan = {text: ours(' · '), tone: 'quiet'};
	const truth = freshness(state, localNow);
	const truthWidth = Math.min(cells(truth.text) + 1, Math.floor(width * 0.6));
	const left = [{text: ours(' landfall'), tone: 'strong'} as const, ...crumbs(state).flatMap(crumb => [dot, crumb])];
	return [
		...fitSpans([...left, {text: ours(' '), tone: 'plain'}], width - truthWidth),
		...fitSpans([truth], truthWidth),
	];
}
