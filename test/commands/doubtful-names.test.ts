import {describe, expect, test} from 'vitest';
import {runCommandLine} from '../kit/app/command.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

const missing = {status: 404, headers: {}, body: '{}'};

/** A service that finds projects by id only, and whose list has a gap: its pages repeat, or one of its records cannot be read. */
function createGappyService(gap: 'a repeated cursor' | 'an unreadable record') {
	const writes: string[] = [];
	const ids = gap === 'a repeated cursor' ? ['web'] : ['web', ''];
	const list = createPagingService(() => ({ids, next: gap === 'a repeated cursor' ? 'again' : null}));
	const handle: typeof list = request => {
		const {method, target} = request;
		const [, id] = /^\/v1\/projects\/([^/?]+)/.exec(target) ?? [];
		if (method !== 'GET') writes.push(`${method} ${target}`);
		if (id === undefined || target.includes('deployments')) return list(request);
		const answer = list({...request, target: '/v1/projects'});
		const record = JSON.parse(String(answer.body)).projects.find((project: {id: string}) => project.id === id);
		return record ? {...answer, body: JSON.stringify(record)} : missing;
	};
	return {handle, writes};
}

describe.each(['a repeated cursor', 'an unreadable record'] as const)('a list of projects with %s', gap => {
	test.each(['delete @ --yes', 'edit @ --slug other', 'deploy @'])(
		'makes landfall %s refuse the only match of a name, because there may be another',
		async line => {
			const {handle, writes} = createGappyService(gap);
			const words = line.split(' ').map(word => (word === '@' ? 'project web' : word));
			const {code, err} = await runCommandLine(words, {handle});
			expect(err).toBe(
				'Not all projects could be read, so web may not be the only one with the slug or name project web. Name it by its id.\n',
			);
			expect([code, writes]).toEqual([6, []]);
		},
	);

	test('does not keep a write from a project that is named by its id', async () => {
		const {handle, writes} = createGappyService(gap);
		await runCommandLine('delete web --yes', {handle});
		expect(writes).toEqual(['DELETE /v1/projects/web']);
	});

	test('makes a read say that it shows the only match that could be read', async () => {
		const {handle} = createGappyService(gap);
		const {code, out, err} = await runCommandLine(['get', 'project web'], {handle});
		expect([code, out.split('\n')[0]]).toEqual([0, 'id\tweb']);
		expect(err).toBe(
			'Not all projects could be read, so web may not be the only one with the slug or name project web.\n',
		);
	});
});
