import {expect, test} from 'vitest';
import type {ErrorCode} from '../../src/api/errors.ts';
import {deploymentsAt, pageAt, readKey, recordAt} from '../../src/model/read-request.ts';
import {createThrottle} from '../../src/model/throttle.ts';
import {withFocus} from '../../src/state/absence.ts';
import {windowInterests} from '../../src/state/interests.ts';
import {moveTo} from '../../src/state/lists.ts';
import * as navigation from '../../src/state/navigation.ts';
import {withFilter, withLoadAll} from '../../src/state/projects.ts';
import {refresh, withRequestEnded, withRequestSent} from '../../src/state/requests.ts';
import {patch, type State} from '../../src/state/state.ts';
import {type Step, stateAfter, watching} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {answered, failed, requestEnded} from '../kit/fixtures/facts.ts';
import {connected, now, second} from '../kit/fixtures/moment.ts';
import {page, project} from '../kit/fixtures/project-pages.ts';
import {running} from '../present/records.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** The deployment d of the project b, in progress for so many minutes, or nobody knows for how many. */
const building = (minutes: string) =>
	running(60 * Number(minutes), 'building', {projectId: 'b', id: 'd', ...(minutes === '?' && {createdAt: undefined})});

const withThrottle = (state: State, changes: Partial<State['polling']['throttle']>) =>
	patch(state, 'polling', {throttle: {...state.polling.throttle, ...changes}});

/** What happens in a window, by the word for it. Pages have numbers, and projects letters. A `record` fails, as a list that is `failing`. */
const steps: Record<string, (at: number, ...words: readonly string[]) => Step> = {
	page: (at, cursor, ids = '', next) => answered(pageAt(cursor === '1' ? undefined : cursor), page(ids, next), at),
	list: (at, id = '', ...minutes) => listRead(id, minutes.map(building), at),
	alone: at => answered(recordAt('b', 'd'), building('1'), at),
	record: (at, code, id = '', deploymentId) => failed(recordAt(id, deploymentId), code as ErrorCode, at),
	failing: (at, id = '', code) => failed(deploymentsAt(id), code as ErrorCode, at),
	trouble: (at, why) => state =>
		withThrottle(state, {trouble: {notBefore: 0, oneAtATime: {why: why as 'busy', since: at, nextAt: at}}}),
	failed: at => state => withThrottle(state, {trouble: {notBefore: 0, failing: {count: 2, since: at, at}}}),
	served: at => state => withRequestEnded(state, requestEnded(at, 'answered', 200)),
	rpm: (_at, perMinute) => state => withThrottle(state, createThrottle(Number(perMinute))),
	ask: at => state => withRequestSent(state, {at, pace: 'asked'}),
	watch: (_at, id = '', deploymentId) => watching(id, deploymentId),
	away: at => state => withFocus(state, false, at),
	board: () => navigation.goToBoard,
	wall: () => navigation.goToWall,
	activity: () => state => navigation.goToActivity(state, []),
	open: at => state => navigation.openProject(state, project('b'), at),
	details: () => state => navigation.openDeployment(state, 'b', 'd'),
	edit: at => state => navigation.openEdit(state, project('b'), at),
	refresh: at => state => refresh(state, at, true),
	load: at => state => withLoadAll(state, 'all', at),
	filter: (at, query) => state => withFilter(state, {query: `${query}`, sort: undefined}, at),
	sort: at => state => withFilter(state, {query: ' ', sort: {by: 'name', isDescending: true}}, at),
	scroll: () => state => moveTo(state, 51),
	start: () => navigation.goToProjects,
};

/** The state after some steps, a second later after each semicolon. */
const after = (what: string): State =>
	what.split('; ').reduce((state, moment, seconds) => {
		const happened = moment.split(', ').map(step => {
			const [name = '', ...words] = step.split(' ');
			return (steps[name] ?? (() => expect.unreachable(name)))(now + seconds * second, ...words);
		});
		return stateAfter(state, ...happened);
	}, connected());

test.each([
	['start', 'asked projects 0'],
	['filter zzz', 'asked projects 0'],
	['board', 'asked projects 0'],
	['activity', 'shown projects 0'],
	['page 1 ab, list a, list b; refresh', 'asked projects 0, asked list a 0, asked list b 0'],
	[
		'page 1 ab, list a, list b, watch b d',
		'shown projects 10, followed deployment 1 b d 0, followed list a 15, followed list b 60',
	],
	['page 1 ab, list a, list b 12', 'shown projects 10, followed list a 15, followed list b 30'],
	['page 1 ab, list a, list b ?', 'shown projects 10, followed list a 15, followed list b 15'],
	['page 1 ab, list a, list b 1, away', 'shown projects 30, followed list a 60, followed list b 15'],
	['page 1 ab, list a, list b 1, watch b d, away', 'shown projects 30, followed list b 4.5, followed list a 60'],
	['page 1 ab, sort', 'shown projects 10, shown list b 0, shown list a 0'],
	['page 1 ab, filter latest:failed', 'shown projects 10, asked list a 0, asked list b 0'],
	['page 1 ab, filter latest:failed, rpm 1, ask', 'shown projects 240, shown list a 0, shown list b 0'],
	['page 1 ab, failing a E_SERVER, trouble unreachable, served', 'shown projects 10, shown list a 0, shown list b 0'],
	['page 1 ab, failing a E_SERVER, trouble busy, served', 'shown projects 10, shown list a 0, shown list b 0'],
	['page 1 ab, failing a E_SERVER, failed, served', 'shown projects 10, shown list b 0, followed list a 15'],
	[
		'page 1 ab, failing a E_NOT_FOUND, trouble unreachable, served',
		'shown projects 10, shown list b 0, followed list a 15',
	],
	['page 1 ab, failing a E_AUTH, served', 'shown projects 10, shown list b 0, followed list a 15'],
	['page 1 ab, failing a E_AUTH; served', 'shown projects 10, shown list a 0, shown list b 0'],
	['page 1 ab, failing a E_SERVER, failing b E_AUTH; served', 'shown projects 10, shown list b 0, followed list a 15'],
	['page 1 ab, failing a E_SERVER, trouble busy; refresh', 'asked projects 0, shown list a 0, shown list b 0'],
	['page 1 ab, failing a E_RATE, trouble busy; refresh', 'asked projects 0, shown list b 0, followed list a 15'],
	['page 1 ab, failing a E_RATE; refresh', 'asked projects 0, shown list a 0, shown list b 0'],
	['page 1 ab 2, scroll', 'shown projects 10, asked projects 2 0'],
	['page 1 ab 2, scroll, sort', 'shown projects 10'],
	['page 1 ab 2, scroll, rpm 0', 'shown projects 10, asked projects 2 0'],
	['page 1 ab 2, scroll, load', 'shown projects 10, asked projects 2 0'],
	['page 1 ab 2, load, board', 'shown projects 2 0, shown list a 0, shown list b 0'],
	[
		'page 1 ab 2, page 2 c 3, filter zzz',
		'shown projects 10, shown projects 3 0, shown list a 0, shown list b 0, shown list c 0',
	],
	[`page 1 ${letters} 2, page 2 ${letters.toUpperCase()}, scroll`, 'shown projects 2 10, shown projects 10'],
	['page 1 ab 2, page 2 c 3; page 1 ba 2; refresh, scroll', 'asked projects 2 0, asked projects 1, asked projects 3 0'],
	[
		'page 1 ab 2, page 2 c 3; page 1 ba 2, activity',
		'shown projects 3 0, shown list a 0, shown list b 0, shown list c 0, followed projects 2 3',
	],
	['page 1 ab 2, page 2 c 3; page 1 ba 2, activity, away', ''],
	['page 1 ab 2, list b 1, wall', 'shown projects 2 0, shown list a 0, followed list b 30'],
	['page 1 ab, list a, list b 1, wall', 'followed list b 15'],
	['page 1 ab, list b 1, watch a, board', 'shown list a 0, followed list b 3'],
	[
		'page 1 ab, list b 1; failing b E_NOT_FOUND, activity',
		'shown list a 0, followed list b 30, followed deployment 1 b d 30',
	],
	['page 1 ab, list b 1; alone, activity', 'shown list a 0, followed list b 31'],
	['page 1 ab, list b 1, open', 'shown list b 3, shown project b 10, shown deployment 1 b d 10'],
	['page 1 ab, list b 1; list b, open', 'shown list b 11, shown project b 11, followed deployment 1 b d 3'],
	['page 1 ab, open; page 1 a', 'asked list b 0, asked project b 0'],
	['page 1 ab, details', 'asked deployment 1 b d 0, followed list b 0'],
	['page 1 ab, edit, scroll', 'shown project b 10, shown projects 10'],
	['page 1 ab, edit; page 1 a, scroll', 'shown projects 11, followed project b 0'],
	['page 1 ab; record E_NOT_FOUND a, scroll', 'shown projects 0'],
	['page 1 ab, record E_NOT_FOUND a, scroll', 'shown projects 10'],
	['page 1 ab; record E_SERVER a, scroll', 'shown projects 10'],
	['page 1 ab, list b; record E_NOT_FOUND b d, scroll', 'shown projects 10, followed list b 0'],
	['page 1 ab, list b, record E_NOT_FOUND b d, scroll', 'shown projects 10'],
])('after “%s”, a window reads “%s”', (what, reads) => {
	const interests = windowInterests(after(what), {now, hasRested: !what.includes('scroll')});
	const said = [...Map.groupBy(interests, ({read}) => readKey(read))].map(([key, each]) => {
		const dueS = each.map(({readAt, maxAgeMs}) => (readAt ? readAt + maxAgeMs - now : 0) / second);
		return `${each[0]?.priority} ${key.replace('deployments', 'list')} ${Math.max(0, Math.min(...dueS))}`;
	});
	expect(said.join(', ')).toBe(reads);
});
