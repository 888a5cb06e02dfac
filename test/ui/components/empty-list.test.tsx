import {Text} from 'ink';
import {expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {plain} from '../../../src/base/text.ts';
import {connectTo} from '../../../src/state/login.ts';
import {withFact} from '../../../src/state/reads.ts';
import type {State} from '../../../src/state/state.ts';
import {ListOrReason} from '../../../src/ui/components/empty-list.tsx';
import {renderAlone} from '../../kit/app/component.tsx';
import {testConnection as connection} from '../../kit/fixtures/connection.ts';
import {now} from '../../kit/fixtures/moment.ts';
import {page} from '../../kit/fixtures/project-pages.ts';

const list = (
	<ListOrReason
		isEmpty={state => state.projects.list.rows.length === 0}
		textsOf={() => ({loading: plain`Reading projects`, empty: plain`No projects yet.`})}
		title={() => [[{text: plain`The title`, tone: 'strong'}]]}
	>
		<Text>the rows</Text>
	</ListOrReason>
);

const request = {kind: 'projects', cursor: undefined, connectionId: connection.id} as const;

const unread = (initial: State): State => connectTo(initial, connection);

test.each([
	['a list with rows shows them alone', 'a', ['the rows']],
	['a list without rows says that it is empty once it has been read', '', ['The title', '  No projects yet.']],
] as const)('%s', async (_what, ids, lines) => {
	const fact = {type: 'projects-read', request, answer: page(ids), requestedAt: now, at: now} as const;
	const rendered = await renderAlone(list, {prepare: state => withFact(unread(state), fact)});
	expect(rendered.shown()).toEqual(lines);
});

test('a list that is being read says so, with a spinner if it takes long', async () => {
	const rendered = await renderAlone(list, {prepare: unread});
	await rendered.clock.advance(199);
	expect(rendered.shown().at(-1)).toBe('  ◌ Reading projects');
	await rendered.clock.advance(1);
	expect(rendered.shown().at(-1)).toMatch(/^ {2}[⠀-⣿] Reading projects$/);
});

const said = 'The service is having trouble \\(503\\)\\. Request req_1 Retrying in \\ds\\. Press r to try now\\.$';

test.each([
	[80, 24, `^The title ${said}`],
	[200, 50, `^The title ${said}`],
	[40, 12, `^${said}`],
	[20, 6, '^The service is'],
])('a list that cannot be read says why and what to do, at %d×%d', async (columns, rows, shown) => {
	const details = {phase: 'rejected', status: 503, requestId: plain`req_1`} as const;
	const error = new ApiError('E_UNAVAILABLE', 'The service is having trouble (503).', details);
	const prepare = (state: State) => withFact(unread(state), {type: 'read-failed', request, error, at: now});
	const rendered = await renderAlone(list, {columns, rows, prepare});
	rendered.expectToFit();
	expect(rendered.shown().join(' ').replaceAll(/\s+/g, ' ').trim()).toMatch(new RegExp(shown));
});
